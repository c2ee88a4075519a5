import { z } from 'zod'

/** A row of `reveals`: who revealed whom and when, never what. */
export const revealRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  team_id: z.string().nullable(),
  candidate_id: z.uuid(),
  revealed_at: z.date(),
  /** When the person had themselves removed; devices then purge what they keep. */
  removed_at: z.date().nullable(),
})
export type RevealRow = z.infer<typeof revealRow>

export const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const

/** A row of `export_logs`: the manifest of one export. */
export const exportLogRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  team_id: z.string().nullable(),
  export_date: z.date(),
  export_count: z.number().int(),
  format: z.enum(EXPORT_FORMATS),
  file_name: z.string(),
  columns: z.array(z.string()),
  filters: z.unknown(),
})
export type ExportLogRow = z.infer<typeof exportLogRow>

/** A row of `former_exports`: an export of an account that was deleted since. */
export const formerExportRow = z.object({
  id: z.uuid(),
  export_date: z.date(),
  export_count: z.number().int(),
  format: z.string(),
})

/** A reveal as the account that made it sees it. */
export const revealHistory = z.object({
  data: z.array(
    z.object({
      candidate_id: z.uuid(),
      revealed_at: z.iso.datetime(),
      /** All null where the person is in the directory no more. */
      first_name: z.string().nullable(),
      middle_name: z.string().nullable(),
      last_name: z.string().nullable(),
      title: z.string().nullable(),
      is_removed: z.boolean(),
    }),
  ),
  count: z.number().int(),
  totalPages: z.number().int(),
})
export type RevealHistory = z.infer<typeof revealHistory>

/** Reveals on one page of the history. */
export const REVEALS_PAGE_SIZE = 25

/** An account's exports: how many people in all, and the latest. */
export const exportHistory = z.object({
  total: z.number().int(),
  latest: z.array(
    exportLogRow.omit({ owner_id: true, team_id: true }).extend({ export_date: z.iso.datetime() }),
  ),
})
export type ExportHistory = z.infer<typeof exportHistory>

/** A row of `audit_log`: who did what to whom. */
export const auditLogRow = z.object({
  id: z.string(),
  at: z.date(),
  actor_id: z.string().nullable(),
  action: z.string(),
  subject_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  network: z.string().nullable(),
})

/** A row of `audit_chain`: the link of an audit row. */
export const auditChainRow = z.object({
  position: z.string(),
  audit_id: z.string(),
  /** SHA-256 over the link before, the position and the row. */
  hash: z.instanceof(Uint8Array),
})
