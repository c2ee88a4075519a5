import type { Queryable } from '../../../db/client.ts'
import type { SearchFilters } from '../../../db/schema/search.ts'

/**
 * The ordinals of people whom an account leaves out, ascending: those in its own lists that are not
 * deleted, those it has revealed.
 */
export async function leftOut(
  sql: Queryable,
  accountId: string,
  kinds: SearchFilters['leaveOut'],
): Promise<number[]> {
  const rows = await sql<{ ordinal: number }[]>`
    select ordinal from candidates where id in (
      select m.candidate_id from list_members m
        join lists l on l.owner_id = m.owner_id and l.id = m.list_id and l.deleted_at is null
        where m.owner_id = ${accountId} and ${kinds.includes('listed')}
      union
      select r.candidate_id from reveals r
        where r.owner_id = ${accountId} and ${kinds.includes('revealed')})
    order by ordinal`
  return rows.map(({ ordinal }) => ordinal)
}
