import type { Queryable } from '#db/client.ts'
import type { SearchFilters } from '#db/schema/search.ts'

/**
 * The ordinals of people whom an account leaves out, ascending: those in its own lists that are not
 * deleted, those it has revealed.
 */
export type LeftOut = (
  accountId: string,
  kinds: SearchFilters['leaveOut'],
) => Promise<readonly number[]>

interface Remembered {
  version: string
  ordinals: readonly number[]
}

/** Accounts whose people are remembered; tens of thousands are some hundred kilobytes. */
const REMEMBERED_MAX = 20

/**
 * Reads whom accounts leave out, and remembers it for as long as the database's version of it stands:
 * a change to a list, by whatever process, counts at the next search.
 */
export function openLeftOut(sql: Queryable): LeftOut {
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

/** Both in one statement, which sees the database at one moment. */
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
