import { CARD_FORM } from '#api/services/directory/candidates.ts'
import { forkScript } from '#api/services/fork-script.ts'
import {
  allDocuments,
  type CardedDocument,
  databaseIdentity,
  inSnapshot,
  oldestRunning,
} from '#api/services/search/document-source.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import type { Sql } from '#db/client.ts'
import { buildSegment } from './segment-builder.ts'
import { type AddCards, writeSnapshot } from './snapshot.ts'
import { TOKEN_VERSION } from './tokens.ts'

/** Called with the number of people indexed so far, and their total. */
export type OnProgress = (done: number, total: number) => void

/** Enough for the distinct words and names of ten million people during the build. */
const BUILD_HEAP_MB = 6144

/** Builds the index from one database snapshot into a snapshot file. */
export async function buildSnapshot(sql: Sql, path: string, onProgress: OnProgress): Promise<void> {
  await writeSnapshot(path, (addCards) =>
    inSnapshot(sql, async (tx) => {
      const head = {
        tokens: TOKEN_VERSION,
        database: await databaseIdentity(tx),
        cursor: await oldestRunning(tx),
        cards: CARD_FORM,
      }
      const [count] = await tx<{ total: number }[]>`
        select count(*)::integer as total from candidates`
      const total = count?.total ?? 0
      const documents = withoutCards(allDocuments(tx), addCards)
      const data = await buildSegment(documents, (done) => onProgress(done, total))
      return { head: { ...head, builtAt: new Date().toISOString() }, data }
    }),
  )
}

/** Passes documents on without their cards, which it writes to the snapshot. */
async function* withoutCards(
  batches: AsyncIterable<CardedDocument[]>,
  addCards: AddCards,
): AsyncGenerator<SearchDocument[]> {
  for await (const batch of batches) {
    await addCards(batch.map(({ card }) => card))
    yield batch
  }
}

/** The messages to and from the build process. */
export interface BuildJob {
  databaseUrl: string
  path: string
}
export type BuildMessage = { done: number; total: number } | { error: string } | { isBuilt: true }

/**
 * Builds a snapshot in a child process: this process stays responsive, and the memory of the build
 * is returned to the system completely, which that of a thread is not.
 */
export function forkSnapshotBuild(
  job: BuildJob,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = forkScript(new URL('./build-process.ts', import.meta.url), {
      nodeArgs: [`--max-old-space-size=${BUILD_HEAP_MB}`],
      signal,
    })
    let failure: Error | undefined = new Error('The building process ended early')
    child.on('message', (message: BuildMessage) => {
      if ('total' in message) onProgress(message.done, message.total)
      else failure = 'error' in message ? new Error(message.error) : undefined
    })
    child.on('error', reject)
    child.on('exit', () => (failure ? reject(failure) : resolve()))
    // Security: the job is not passed on the command line, where every user of the machine could
    // read the password.
    child.send(job)
  })
}
