import { proxy, ref } from 'valtio'
import type { Candidate } from '#api/contract/candidates.ts'
import type { ExportBody, ExportSource } from '#api/contract/export-request.ts'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { canNow, session } from '#web/session/session.ts'
import { exportRefusal } from './export-messages.ts'
import { showLoginNeeded, showPlanNeeded } from './show-gate.ts'

/** The people to export, and where they were chosen. */
export interface ExportRequest {
  ids: readonly string[]
  /** Those of them on screen, for the preview. */
  people: readonly Candidate[]
  source: ExportSource
  /** The file's name without its extension; by default it follows from the source. */
  fileName?: string
  /** The search in which they were selected. */
  filters?: ExportBody['filters']
}

/** The export being prepared; its dialog may cover any screen. */
export const exportRequest = proxy<{ current: ExportRequest | null }>({ current: null })

/** Opens the export dialog, or says why the account may not export. No call is made. */
export function requestExport(request: ExportRequest): void {
  const role = session.me?.role ?? 'visitor'
  if (canNow('export.run')) {
    if (request.ids.length > 0) exportRequest.current = ref(request)
  } else if (role === 'demo') showDemoLimit()
  else if (role === 'visitor') showLoginNeeded(exportRefusal(role))
  else showPlanNeeded(exportRefusal(role))
}
