import { REVEALS_PAGE_SIZE, type RevealHistory } from '#api/contract/history.ts'
import type { Queryable } from '#db/client.ts'

type Row = Omit<RevealHistory['data'][number], 'revealed_at'> & { revealed_at: Date }

/** One page of an account's reveals, newest first. Reads no contact. */
export async function readRevealHistory(
  sql: Queryable,
  accountId: string,
  page: number,
): Promise<RevealHistory> {
  const rows = await sql<Row[]>`
    select r.candidate_id, r.revealed_at, c.first_name, c.middle_name, c.last_name, c.title,
      r.removed_at is not null or c.id is null as is_removed
    from reveals r left join candidates c on c.id = r.candidate_id
    where r.owner_id = ${accountId}
    order by r.revealed_at desc, r.id
    limit ${REVEALS_PAGE_SIZE} offset ${(page - 1) * REVEALS_PAGE_SIZE}`
  const [total] = await sql<{ count: number }[]>`
    select count(*)::integer as count from reveals where owner_id = ${accountId}`
  const count = total?.count ?? 0
  return {
    data: rows.map((row) => ({ ...row, revealed_at: row.revealed_at.toISOString() })),
    count,
    totalPages: Math.ceil(count / REVEALS_PAGE_SIZE),
  }
}
