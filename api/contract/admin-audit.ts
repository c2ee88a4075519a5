import { z } from 'zod'
import { recordedDay } from './admin-figures.ts'
import { searchText } from './admin-users.ts'

/** Rows of the log on one page. */
export const AUDIT_PAGE_SIZE = 50

/** Filters of the audit log, combined by AND. */
const auditFilters = z.object({
  /** Matches a part of an action, an account's address or the details, or a whole network. */
  query: searchText.optional(),
  action: searchText.optional(),
  /** The actor, by address or id. */
  actor: searchText.optional(),
  /** The subject: an account by address or id, a candidate by id. */
  subject: searchText.optional(),
  network: searchText.optional(),
  /** The first and the last day, UTC, both included. */
  from: recordedDay.optional(),
  to: recordedDay.optional(),
})
export type AuditFilters = z.infer<typeof auditFilters>

export const auditQuery = auditFilters.extend({ after: z.string().max(1000).optional() })
export type AuditQuery = z.infer<typeof auditQuery>

const AUDIT_FORMATS = ['csv', 'ndjson'] as const
export const auditExportQuery = auditFilters.extend({ format: z.enum(AUDIT_FORMATS) })

const party = z.object({ id: z.string(), email: z.string().nullable() }).nullable()

/** An entry of the audit log. */
const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.string(),
  /** Null for a visitor and for the system. The address is null if the account was deleted. */
  actor: party,
  subject: party,
  details: z.record(z.string(), z.unknown()),
  network: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditPage = z.object({ entries: z.array(auditEntry), next: z.string().nullable() })
export type AuditPage = z.infer<typeof auditPage>
