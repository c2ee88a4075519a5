import { ref } from 'valtio'
import { passesGate } from '#web/lib/account/show-gate.ts'
import { type ExportRequest, exportDialogStore } from './export-dialog-store.ts'
import { EXPORT_NEEDS } from './export-messages.ts'

/** Opens the export dialog, or says why the account may not export. No call is made. */
export function requestExport(request: ExportRequest): void {
  if (!passesGate('export.run', EXPORT_NEEDS)) return
  if (request.ids.length > 0) exportDialogStore.current = ref(request)
}
