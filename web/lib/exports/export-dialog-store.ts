import { proxy } from 'valtio'
import type { Candidate } from '#api/contract/candidates.ts'
import type { ExportBody, ExportSource } from '#api/contract/export-request.ts'

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
export const exportDialogStore = proxy<{ current: ExportRequest | null }>({ current: null })
