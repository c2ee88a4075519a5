import type { Queryable } from '#db/client.ts'
import type { AuditAction } from '#db/schema/audit-actions.ts'
import type { Actor } from '#sync/contract/permissions.ts'

interface AuditEntry {
  /** The actor; an id of null is a visitor or the system. */
  actor: Pick<Actor, 'id'>
  action: AuditAction
  /** Id of the account, candidate or team acted upon. */
  subjectId?: string
  /** Details. Privacy: they never contain a contact value, an e-mail address or a secret. */
  details?: Record<string, string | number | boolean | null | readonly string[]>
  /** The caller's network address, as `networkOf` gives it. */
  network?: string
}

/**
 * Adds an entry to the audit log, which is append-only. Pass the transaction of the audited action,
 * so that both are committed or neither is.
 */
export async function audit(sql: Queryable, entry: AuditEntry): Promise<void> {
  const { actor, action, subjectId = null, details = {}, network } = entry
  await sql`
    insert into audit_log (actor_id, action, subject_id, details, network)
    values (${actor.id}, ${action}, ${subjectId}, ${sql.json(details)}, ${network || null})`
}
