import { ref } from 'valtio'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { canNow, session } from '#web/session/session.ts'
import { type ExportRequest, exportDialogStore } from './export-dialog-store.ts'
import { exportRefusal } from './export-messages.ts'
import { showLoginNeeded, showPlanNeeded } from './show-gate.ts'

/** Opens the export dialog, or says why the account may not export. No call is made. */
export function requestExport(request: ExportRequest): void {
  const role = session.me?.role ?? 'visitor'
  if (canNow('export.run')) {
    if (request.ids.length > 0) exportDialogStore.current = ref(request)
  } else if (role === 'demo') showDemoLimit()
  else if (role === 'visitor') showLoginNeeded(exportRefusal(role))
  else showPlanNeeded(exportRefusal(role))
}
