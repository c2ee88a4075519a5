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
