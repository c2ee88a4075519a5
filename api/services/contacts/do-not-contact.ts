import type { Queryable } from '#db/client.ts'
import { PRESENT_DAY_OF_MARKS } from '#db/schema/do-not-contact.ts'

/** The people among these that the account, or a team it belongs to, must not contact. */
export async function stoppedAmong(
  sql: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await sql<{ candidate_id: string }[]>`
    select distinct candidate_id from do_not_contact
    where candidate_id = any(${ids as string[]}::uuid[])
      and (until is null or until >= ${sql.unsafe(PRESENT_DAY_OF_MARKS)})
      and (owner_id = ${accountId} or owner_id in (
        select team_id from team_members where user_id = ${accountId} and ended_at is null))`
  return new Set(rows.map(({ candidate_id }) => candidate_id))
}
