import type { Logger } from 'pino'
import type { Sql } from '../../../../db/client.ts'
import type { Search } from '../open-search.ts'
import { connectTypesense } from './client.ts'
import { ALIAS } from './collections.ts'
import { FallbackEngine } from './fallback-engine.ts'
import { IndexWriter } from './index-writer.ts'
import { isLoaded, whyNotReady } from './readiness.ts'
import { reindex } from './reindex.ts'
import { TypesenseEngine } from './typesense-engine.ts'

export interface OpenTypesenseOptions {
  sql: Sql
  /** Addresses of all nodes, separated by commas. */
  url: string
  apiKey: string
  log: Logger
  /** The embedded search, opened: it answers while Typesense cannot. */
  fallback: Search
  /** Between two looks at the database, and at a Typesense that is away. */
  intervalMs?: number
}

/**
 * Opens search over Typesense with the embedded engine behind it. One process of all keeps the
 * index up to date, and fills one where there is none. Closes the fallback too.
 */
export function openTypesense(options: OpenTypesenseOptions): Search {
  const { sql, url, apiKey, log, fallback, intervalMs } = options
  const client = connectTypesense({ url, apiKey })
  const engine = new FallbackEngine({
    primary: new TypesenseEngine({
      client,
      collection: ALIAS,
      isLoaded: () => isLoaded(sql, client),
    }),
    secondary: fallback.engine,
    whyNotReady: () => whyNotReady(sql, client),
    log,
    ...(intervalMs === undefined ? {} : { retryMs: intervalMs, retryMaxMs: intervalMs * 10 }),
  })
  const writer = new IndexWriter({
    sql,
    client,
    log,
    ...(intervalMs === undefined ? {} : { intervalMs }),
  })
  return {
    engine: () => engine,
    ready: Promise.all([engine.start(), fallback.ready]).then(() => undefined),
    rebuild: async () => {
      await reindex({ sql, client })
    },
    async close() {
      // Together: closing the connections ends what the writer may be waiting for.
      await Promise.all([writer.close(), engine.close()])
      await fallback.close()
    },
  }
}
