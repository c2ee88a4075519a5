import { databaseIdentity } from '#api/services/search/document-source.ts'
import type { Sql } from '#db/client.ts'
import type { TypesenseClient } from './client.ts'
import { countDocuments, liveCollection, readState } from './collections.ts'

/** How far the index may be behind and still be preferred. */
const LAG_SECONDS = 5

/** Why the index must not be asked yet, or undefined when it may. */
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

/** Whether everybody is in the live index, and answers. */
export async function isLoaded(sql: Sql, client: TypesenseClient): Promise<boolean> {
  const collection = await liveCollection(client)
  return collection !== undefined && isComplete(sql, client, collection)
}

/**
 * Whether a collection has everybody who was written before its cursor. A server that starts says
 * it is healthy long before all of its documents answer.
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

/** Per connection, so that one index of a test is not taken for another. */
const lastCounts = new WeakMap<Sql, { cursor: string; people: number }>()

/**
 * People written before a cursor and not deleted since. Counting reads the whole table, and a server
 * that loads is looked at every other second: the last count is kept, and the few deletions since the
 * cursor, which the index may have carried out already, are taken off it. Rows rewritten since make it
 * too high until the cursor is noted again; but the index holds them, in their old or new version.
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
