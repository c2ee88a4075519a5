import { proxy, ref } from 'valtio'
import type { ExportBody, ExportSource } from '#api/contract/export-request.ts'
import type { Candidate } from '#db/schema/candidates.ts'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { canNow, session } from '#web/session/session.ts'
import { exportRefusal } from './export-messages.ts'
import { showLoginNeeded, showPlanNeeded } from './show-gate.ts'

/** Who is to be exported, from where. */
export interface ExportRequest {
  ids: readonly string[]
  /** Those of them on screen: they fill the preview. */
  people: readonly Candidate[]
  source: ExportSource
  /** What the file is called; else it is named by the source. Without an extension. */
  fileName?: string
  /** The search they were picked from. */
  filters?: ExportBody['filters']
}

/** The export being prepared; its dialog lies over any screen. */
export const exportRequest = proxy<{ current: ExportRequest | null }>({ current: null })

/** Opens the export dialog, or says why there is no export. No call is made. */
export function requestExport(request: ExportRequest): void {
  const role = session.me?.role ?? 'visitor'
  if (canNow('export.run')) {
    if (request.ids.length > 0) exportRequest.current = ref(request)
  } else if (role === 'demo') showDemoLimit()
  else if (role === 'visitor') showLoginNeeded(exportRefusal(role))
  else showPlanNeeded(exportRefusal(role))
}
