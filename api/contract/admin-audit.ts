import { z } from 'zod'
import { searchText } from './admin-users.ts'

/** Rows of the log on one page. */
export const AUDIT_PAGE_SIZE = 50

/** Which rows of the audit log. All together must hold. */
const auditFilters = z.object({
  /** Part of an action, of an account's address or of a circumstance; or a whole network. */
  query: searchText.optional(),
  action: searchText.optional(),
  /** Who, by address or id. */
  actor: searchText.optional(),
  /** Whom, by address or id; of the directory's people by id. */
  subject: searchText.optional(),
  network: searchText.optional(),
  /** Days, UTC, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type AuditFilters = z.infer<typeof auditFilters>

export const auditQuery = auditFilters.extend({ after: z.string().max(1000).optional() })
export type AuditQuery = z.infer<typeof auditQuery>

const AUDIT_FORMATS = ['csv', 'ndjson'] as const
export const auditExportQuery = auditFilters.extend({ format: z.enum(AUDIT_FORMATS) })

const party = z.object({ id: z.string(), email: z.string().nullable() }).nullable()

/** A row of the log as administrators read it. */
const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  /** Null for a visitor and for the system. The address is null where the account is gone. */
  actor: party,
  subject: party,
  details: z.record(z.string(), z.unknown()),
  network: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditPage = z.object({ entries: z.array(auditEntry), next: z.string().nullable() })
export type AuditPage = z.infer<typeof auditPage>
