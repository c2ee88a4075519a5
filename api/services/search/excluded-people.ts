import type { SearchFilters } from '#api/contract/search.ts'
import type { Queryable } from '#db/client.ts'
import { IS_TOUCH, OF_LATE_DAYS } from '#db/schema/activities.ts'
import { PRESENT_DAY_OF_MARKS } from '#db/schema/do-not-contact.ts'

/**
 * The ordinals of the people that an account excludes, ascending: the people on its own lists that
 * are not deleted, the people that it has revealed, and those that it or its teams contacted or
 * must not contact.
 */
export type ExcludedPeople = (
  accountId: string,
  kinds: SearchFilters['leaveOut'],
) => Promise<readonly number[]>

interface Remembered {
  version: string
  ordinals: readonly number[]
}

/** Accounts in the cache; one with tens of thousands of people takes some hundred kilobytes. */
const REMEMBERED_MAX = 20

/**
 * Reads the people that an account excludes, cached until their version in the database changes: a
 * change to a list or a call, by any process, takes effect at the next search.
 */
export function openExcludedPeople(sql: Queryable): ExcludedPeople {
  const remembered = new Map<string, Remembered>()
  return async (accountId, kinds) => {
    const key = `${[...kinds].sort()} ${accountId}`
    const known = remembered.get(key)
    remembered.delete(key)
    const isCurrent = known && known.version === (await versionOf(sql, accountId))
    const current = isCurrent ? known : await read(sql, accountId, kinds)
    remembered.set(key, current)
    const [oldest] = remembered.keys()
    if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest)
    return current.ordinals
  }
}

async function versionOf(sql: Queryable, accountId: string): Promise<string> {
  const [row] = await sql<{ version: string }[]>`select ${version(sql, accountId)} as version`
  return row?.version ?? ''
}

/** The account and the teams that it is in. */
const ownersOf = (sql: Queryable, accountId: string) => sql`
  select ${accountId} union all
  select m.team_id from team_members m join teams t on t.id = m.team_id
    where m.user_id = ${accountId} and m.ended_at is null and t.closed_at is null`

/**
 * Changes with the rows of the account and its teams, with the teams, and with the day, as some
 * marks and touches expire.
 */
const version = (sql: Queryable, accountId: string) => sql`(
  select concat_ws(' ', ${sql.unsafe(PRESENT_DAY_OF_MARKS)},
    string_agg(concat(o.id, ':', v.version), ' ' order by o.id))
  from (${ownersOf(sql, accountId)}) o (id) left join left_out_versions v on v.owner_id = o.id)`

/** Reads the version and the people in one statement, so in one snapshot of the database. */
async function read(
  sql: Queryable,
  accountId: string,
  kinds: SearchFilters['leaveOut'],
): Promise<Remembered> {
  const isTouch = sql.unsafe(IS_TOUCH)
  const since = kinds.includes('touched') ? null : OF_LATE_DAYS
  const [row] = await sql<{ version: string; ordinals: number[] }[]>`
    select
      ${version(sql, accountId)} as version,
      coalesce((select json_agg(ordinal order by ordinal) from candidates where id in (
        select m.candidate_id from list_members m
          join lists l on l.owner_id = m.owner_id and l.id = m.list_id and l.deleted_at is null
          where m.owner_id = ${accountId} and m.removed_at is null and ${kinds.includes('listed')}
        union
        select r.candidate_id from reveals r
          where r.owner_id = ${accountId} and ${kinds.includes('revealed')}
        union
        select a.candidate_id from activities a
          where a.owner_id in (${ownersOf(sql, accountId)}) and ${isTouch}
            and ${kinds.includes('touched') || kinds.includes('touched_of_late')}
            and (${since}::integer is null or a.happened_at >= current_date - ${since}::integer)
        union
        select d.candidate_id from do_not_contact d
          where d.owner_id in (${ownersOf(sql, accountId)})
            and (d.until is null or d.until >= ${sql.unsafe(PRESENT_DAY_OF_MARKS)})
            and ${kinds.includes('stopped')})), '[]') as ordinals`
  return row ?? { version: '', ordinals: [] }
}
