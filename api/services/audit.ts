import type { Queryable } from '#db/client.ts'
import type { AuditAction } from '#db/schema/audit-actions.ts'
import type { Actor } from '#sync/contract/permissions.ts'

export interface AuditEntry {
  /** Who acted; an id of null is a visitor or the system. */
  actor: Pick<Actor, 'id'>
  action: AuditAction
  /** Id of the account or person acted upon. */
  subjectId?: string
  /** Circumstances. Never a contact value, an e-mail address or a secret. */
  details?: Record<string, string | number | boolean | null | readonly string[]>
  /** The caller's network address, as `networkOf` gives it. */
  network?: string
}

/**
 * Leaves a trace that nobody can change. Pass the transaction that does the deed: what was done is
 * then traced, and what was rolled back is not.
 */
export async function audit(sql: Queryable, entry: AuditEntry): Promise<void> {
  const { actor, action, subjectId = null, details = {}, network } = entry
  await sql`
    insert into audit_log (actor_id, action, subject_id, details, network)
    values (${actor.id}, ${action}, ${subjectId}, ${sql.json(details)}, ${network || null})`
}
