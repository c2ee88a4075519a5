import { ChangeFollower } from '#api/services/search/changes.ts'
import {
  allDocuments,
  databaseIdentity,
  inSnapshot,
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
  /** Called with the progress: people done and their total. */
  onProgress?: (done: number, total: number) => void
  /** Aborts the reindex; the live index is not affected. */
  signal?: AbortSignal
}

/** With fewer changes than this in a poll, the follower can take over. */
const FEW_CHANGES = 1000

/**
 * Fills a new index beside the live one and replaces it. If aborted, the old one stays live, and the
 * next run drops the unfinished one.
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
  return inSnapshot(sql, async (tx) => {
    const cursor = await oldestRunning(tx)
    const [row] = await tx<{ total: number }[]>`select count(*)::int as total from candidates`
    const total = row?.total ?? 0
    let people = 0
    // The next batch is read from the database while this one is imported.
    let takingIn: Promise<void> = Promise.resolve()
    try {
      for await (const documents of allDocuments(tx)) {
        signal?.throwIfAborted()
        await takingIn
        onProgress?.(people, total)
        takingIn = engine.upsert(documents)
        // It is awaited in the next turn: until then its rejection must not count as unhandled.
        takingIn.catch(() => undefined)
        people += documents.length
      }
    } finally {
      await takingIn
    }
    onProgress?.(people, total)
    return { cursor, people }
  })
}

/** Imports the changes made while the index was filled. */
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
    // Read before the poll, so that the poll covers every change below it.
    const reached = await oldestRunning(sql)
    const count = await follower.catchUp()
    await writeState(client, collection, { cursor: reached, database })
    if (count < FEW_CHANGES) return
  }
}
