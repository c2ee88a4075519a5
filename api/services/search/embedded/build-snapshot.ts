import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  allDocuments,
  atOneMoment,
  databaseIdentity,
  oldestRunning,
} from '#api/services/search/document-source.ts'
import type { Sql } from '#db/client.ts'
import { buildSegment } from './segment-builder.ts'
import { writeSnapshot } from './snapshot.ts'
import { TOKEN_VERSION } from './tokens.ts'

/** Called with the people taken in so far and in all. */
export type OnProgress = (done: number, total: number) => void

/** Enough for the distinct words and names of ten million people while they are gathered. */
const BUILD_HEAP_MB = 6144

/** Builds the index from the database, as of one moment, into a snapshot file. */
export async function buildSnapshot(sql: Sql, path: string, onProgress: OnProgress): Promise<void> {
  const built = await atOneMoment(sql, async (tx) => {
    const head = {
      tokens: TOKEN_VERSION,
      database: await databaseIdentity(tx),
      cursor: await oldestRunning(tx),
    }
    const [count] = await tx<{ total: number }[]>`select count(*)::integer as total from candidates`
    const total = count?.total ?? 0
    return { head, data: await buildSegment(allDocuments(tx), (done) => onProgress(done, total)) }
  })
  await writeSnapshot(path, built.head, built.data)
}

/** What the building process is told, and what it tells. */
export interface BuildOrder {
  databaseUrl: string
  path: string
}
export type BuildNews = { done: number; total: number } | { error: string } | { isBuilt: true }

/**
 * Builds a snapshot in a process of its own: this one goes on answering meanwhile, and what the
 * build needed goes back to the system whole, which a thread's memory does not.
 */
export function buildSnapshotApart(
  order: BuildOrder,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const loader = createRequire(import.meta.url).resolve('tsx')
    const child = fork(fileURLToPath(new URL('./build-process.ts', import.meta.url)), {
      execArgv: [`--max-old-space-size=${BUILD_HEAP_MB}`, '--import', pathToFileURL(loader).href],
      signal,
    })
    let failure: Error | undefined = new Error('The building process ended early')
    child.on('message', (news: BuildNews) => {
      if ('total' in news) onProgress(news.done, news.total)
      else failure = 'error' in news ? new Error(news.error) : undefined
    })
    child.on('error', reject)
    child.on('exit', () => (failure ? reject(failure) : resolve()))
    // Not on the command line, where everybody on the machine could read the password.
    child.send(order)
  })
}
