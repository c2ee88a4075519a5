import type { SearchFilters } from '#api/contract/search.ts'
import type { Queryable } from '#db/client.ts'

/**
 * The ordinals of the people whom an account leaves out, ascending: those on its own lists that are
 * not deleted, or those it has revealed.
 */
export type ExcludedPeople = (
  accountId: string,
  kinds: SearchFilters['leaveOut'],
) => Promise<readonly number[]>

interface Remembered {
  version: string
  ordinals: readonly number[]
}

/** Accounts in the cache; with tens of thousands of people each takes some hundred kilobytes. */
const REMEMBERED_MAX = 20

/**
 * Reads the people whom an account leaves out, cached until their version in the database changes: a
 * change to a list, by any process, takes effect at the next search.
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
  const [row] = await sql<{ version: string }[]>`
    select version::text from left_out_versions where owner_id = ${accountId}`
  return row?.version ?? ''
}

/** Both in one statement, so in one snapshot of the database. */
async function read(
  sql: Queryable,
  accountId: string,
  kinds: SearchFilters['leaveOut'],
): Promise<Remembered> {
  const [row] = await sql<{ version: string; ordinals: number[] }[]>`
    select
      coalesce((select version::text from left_out_versions where owner_id = ${accountId}), '')
        as version,
      coalesce((select json_agg(ordinal order by ordinal) from candidates where id in (
        select m.candidate_id from list_members m
          join lists l on l.owner_id = m.owner_id and l.id = m.list_id and l.deleted_at is null
          where m.owner_id = ${accountId} and ${kinds.includes('listed')}
        union
        select r.candidate_id from reveals r
          where r.owner_id = ${accountId} and ${kinds.includes('revealed')})), '[]') as ordinals`
  return row ?? { version: '', ordinals: [] }
}
