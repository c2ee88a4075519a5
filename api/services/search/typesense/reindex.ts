import { ChangeFollower } from '#api/services/search/changes.ts'
import {
  allDocuments,
  atOneMoment,
  databaseIdentity,
  oldestRunning,
} from '#api/services/search/document-source.ts'
import type { Sql } from '#db/client.ts'
import { AdvisoryLock, REINDEX_LOCK } from './advisory-lock.ts'
import { type TypesenseClient, TypesenseError } from './client.ts'
import { ALIAS, createCollection, dropOthers, makeLive, writeState } from './collections.ts'
import { isComplete } from './readiness.ts'
import { TypesenseEngine } from './typesense-engine.ts'

export interface ReindexOptions {
  sql: Sql
  client: TypesenseClient
  /** Told how far it is: people done and in all. */
  onProgress?: (done: number, total: number) => void
  /** Ends it early; the index that answers is not touched. */
  signal?: AbortSignal
}

/** With fewer changes than this at a look, the follower can take over. */
const FEW_CHANGES = 1000

/**
 * Fills a new index beside the one that answers and puts it in its place. Whatever ends it early
 * leaves the old one answering, and the next run drops what was left behind.
 * @returns people in the new index
 * @throws when another reindex is running, and TypesenseError
 */
export async function reindex({
  sql,
  client,
  onProgress,
  signal,
}: ReindexOptions): Promise<number> {
  const lock = new AdvisoryLock(sql, REINDEX_LOCK, ALIAS)
  try {
    if (!(await lock.hold())) throw new Error('Another reindex is running.')
    await dropOthers(client)
    const collection = await createCollection(client)
    const engine = new TypesenseEngine({ client, collection })
    const { cursor, people } = await fill(sql, engine, { onProgress, signal })
    await catchUp({ sql, client, engine, collection, cursor, signal })
    if (!(await isComplete(sql, client, collection))) {
      throw new TypesenseError('the new index is not complete')
    }
    await makeLive(client, collection)
    await dropOthers(client)
    return people
  } finally {
    await lock.release()
  }
}

async function fill(
  sql: Sql,
  engine: TypesenseEngine,
  { onProgress, signal }: Pick<ReindexOptions, 'onProgress' | 'signal'>,
): Promise<{ cursor: string; people: number }> {
  return atOneMoment(sql, async (tx) => {
    const cursor = await oldestRunning(tx)
    const [row] = await tx<{ total: number }[]>`select count(*)::int as total from candidates`
    const total = row?.total ?? 0
    let people = 0
    // People are read from the database while those before them are taken in.
    let takingIn: Promise<void> = Promise.resolve()
    try {
      for await (const documents of allDocuments(tx)) {
        signal?.throwIfAborted()
        await takingIn
        onProgress?.(people, total)
        takingIn = engine.upsert(documents)
        // Awaited a turn later: its failure must not count as nobody's until then.
        takingIn.catch(() => 'Told where it is awaited.')
        people += documents.length
      }
    } finally {
      await takingIn
    }
    onProgress?.(people, total)
    return { cursor, people }
  })
}

/** Takes in what changed while the index was filled. */
async function catchUp({
  sql,
  client,
  engine,
  collection,
  cursor,
  signal,
}: ReindexOptions & { engine: TypesenseEngine; collection: string; cursor: string }) {
  const follower = new ChangeFollower(sql, engine, cursor)
  const database = await databaseIdentity(sql)
  for (;;) {
    signal?.throwIfAborted()
    // Read before the look, so that the look covers all that is below it.
    const reached = await oldestRunning(sql)
    const count = await follower.catchUp()
    await writeState(client, collection, { cursor: reached, database })
    if (count < FEW_CHANGES) return
  }
}
