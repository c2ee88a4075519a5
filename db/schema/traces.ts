import { z } from 'zod'

/** A row of `reveals`: the account, the person and the time, never the contact. */
export const revealRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  candidate_id: z.uuid(),
  revealed_at: z.date(),
  /** When the person was removed from the directory; devices then purge the contact. */
  removed_at: z.date().nullable(),
})
export type RevealRow = z.infer<typeof revealRow>

export const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const

/** A row of `export_logs`: the manifest of one export. */
export const exportLogRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  export_date: z.date(),
  export_count: z.number().int(),
  format: z.enum(EXPORT_FORMATS),
  file_name: z.string(),
  columns: z.array(z.string()),
  filters: z.unknown(),
})

/** A row of `former_exports`: an export of a deleted account. */
export const formerExportRow = z.object({
  id: z.uuid(),
  export_date: z.date(),
  export_count: z.number().int(),
  format: z.string(),
})

/** A row of `audit_log`: actor, action and subject. */
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
  /** SHA-256 of the previous link, the position and the row. */
  hash: z.instanceof(Uint8Array),
})
