import { createHash } from 'node:crypto'
import type { Sql } from './client.ts'

/** The number of rows per read. */
const BATCH = 5000

/** The first fault of the log. */
export interface AuditFault {
  kind: 'changed' | 'removed' | 'unchained' | 'head_lost'
  /** The id of the audit row, when known. */
  auditId: string | null
  /** The position in the chain. */
  position: number | null
}

export interface AuditVerdict {
  rows: number
  /** The newest link. Recorded elsewhere, it proves later that no row before it was removed. */
  head: { position: number; hash: string } | null
  fault: AuditFault | null
}

interface Link {
  position: string
  audit_id: string
  hash: Uint8Array
  row_text: string | null
}

/**
 * Verifies the chain of the audit log from its first row and recomputes each hash in this process,
 * because the database's own functions are not trusted.
 * @param kept a head recorded earlier, without which rows removed at the end go unnoticed.
 */
export async function verifyAudit(
  sql: Sql,
  kept?: { position: number; hash: string },
): Promise<AuditVerdict> {
  let rows = 0
  let last: Uint8Array = new Uint8Array()
  let fault: AuditFault | null = null
  let isKeptFound = kept === undefined
  await sql.begin('isolation level repeatable read read only', async (tx) => {
    const links = tx<Link[]>`
      select position, audit_id, hash, case when a.id is not null then jsonb_build_array(
        a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.actor_id, a.action,
        a.subject_id, a.details, a.network)::text end as row_text
      from audit_chain left join audit_log a on a.id = audit_id order by position`.cursor(BATCH)
    for await (const batch of links) {
      for (const link of batch) {
        fault = faultOf(link, rows + 1, last)
        if (fault) return
        rows += 1
        last = link.hash
        if (kept?.position === rows && hex(last) === kept.hash) isKeptFound = true
      }
    }
    const [loose] = await tx<{ id: string }[]>`
      select a.id from audit_log a left join audit_chain on audit_id = a.id
      where audit_id is null order by a.id limit 1`
    if (loose) fault = { kind: 'unchained', auditId: loose.id, position: null }
    else if (!isKeptFound) {
      fault = { kind: 'head_lost', auditId: null, position: kept?.position ?? null }
    }
  })
  return { rows, head: rows > 0 ? { position: rows, hash: hex(last) } : null, fault }
}

/** The fault of the link that should be at `place`; null if it is intact. */
function faultOf(link: Link, place: number, before: Uint8Array): AuditFault | null {
  const position = Number(link.position)
  // A gap in the chain: a row was deleted together with its link.
  if (position !== place) return { kind: 'removed', auditId: null, position: place }
  const at = { auditId: link.audit_id, position }
  if (link.row_text === null) return { kind: 'removed', ...at }
  const hash = createHash('sha256').update(before).update(`${place} ${link.row_text}`).digest()
  // The row was edited or replaced: each hash covers all rows before it.
  return hash.equals(link.hash) ? null : { kind: 'changed', ...at }
}

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex')
}
