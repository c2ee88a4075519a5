import { databaseIdentity } from '#api/services/search/document-source.ts'
import type { Sql } from '#db/client.ts'
import type { TypesenseClient } from './client.ts'
import { countDocuments, liveCollection, readState } from './collections.ts'

/** How far the index may lag behind and still be used. */
const LAG_SECONDS = 5

/** The reason why the index must not be used yet, or undefined when it may. */
export async function whyNotReady(sql: Sql, client: TypesenseClient): Promise<string | undefined> {
  const collection = await liveCollection(client)
  const state = collection && (await readState(client, collection))
  if (!collection || !state) return 'it holds no index yet'
  if (state.database !== (await databaseIdentity(sql))) return 'it was filled from another database'
  if (!(await isComplete(sql, client, collection))) return 'not every document is loaded'
  const [late] = await sql`
    select 1 from candidates
    where changed_xid >= ${state.cursor}::xid8
      and updated_at < now() - ${LAG_SECONDS} * interval '1 second'
    limit 1`
  return late ? 'it is behind the database' : undefined
}

/** Whether the live index is complete and responds. */
export async function isLoaded(sql: Sql, client: TypesenseClient): Promise<boolean> {
  const collection = await liveCollection(client)
  return collection !== undefined && isComplete(sql, client, collection)
}

/**
 * Whether a collection contains all people written before its cursor. A starting server reports
 * itself healthy long before all of its documents are loaded.
 */
export async function isComplete(
  sql: Sql,
  client: TypesenseClient,
  collection: string,
): Promise<boolean> {
  const state = await readState(client, collection)
  if (!state) return false
  const held = (await countDocuments(client, collection)) ?? 0
  return held >= (await peopleBelow(sql, state.cursor))
}

/** Per connection, so that tests with several indexes do not mix them up. */
const lastCounts = new WeakMap<Sql, { cursor: string; people: number }>()

/**
 * People written before a cursor and not deleted since. Counting reads the whole table, and a
 * loading server is checked every other second: the last count is cached, and the few deletions
 * since the cursor, which the index may have applied already, are subtracted. Rows rewritten since
 * then make the result too high until the cursor is stored again; but the index holds them, in
 * their old or new version.
 */
async function peopleBelow(sql: Sql, cursor: string): Promise<number> {
  let last = lastCounts.get(sql)
  if (last?.cursor !== cursor) {
    const [row] = await sql<{ people: number }[]>`
      select
        (select count(*) from candidates where changed_xid < ${cursor}::xid8)::int +
        (select count(*) from candidate_deletions where changed_xid >= ${cursor}::xid8)::int as people`
    last = { cursor, people: row?.people ?? 0 }
    lastCounts.set(sql, last)
  }
  const [row] = await sql<{ deleted: number }[]>`
    select count(*)::int as deleted from candidate_deletions where changed_xid >= ${cursor}::xid8`
  return last.people - (row?.deleted ?? 0)
}
