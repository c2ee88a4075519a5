import type { Logger } from 'pino'
import type { Metrics } from '#api/services/metrics/metrics.ts'
import { TimedEngine } from '#api/services/metrics/timed-engine.ts'
import type { Search } from '#api/services/search/open-search.ts'
import type { Sql } from '#db/client.ts'
import { connectTypesense, TIMEOUT_MS, TypesenseError, withTimeout } from './client.ts'
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
  metrics: Pick<Metrics, 'searched'>
  /** The opened embedded search, which answers while Typesense cannot. */
  fallback: Search
  /**
   * The time between two polls of the database, and between two checks of an unreachable Typesense.
   */
  intervalMs?: number
  /** The time between two checks of an unreachable Typesense, when different. */
  retryMs?: number
}

/** The timeout of a health check, which may count a large table. */
const CHECK_TIMEOUT_MS = 10_000

/**
 * Opens search over Typesense with the embedded engine as fallback. One process at a time keeps the
 * index up to date, and fills a missing one. Closes the fallback too.
 */
export function openTypesense(options: OpenTypesenseOptions): Search {
  const { sql, url, apiKey, log, metrics, fallback, intervalMs, retryMs = intervalMs } = options
  const client = connectTypesense({ url, apiKey })
  const typesense = new TypesenseEngine({
    client,
    collection: ALIAS,
    isLoaded: () => withTimeout(isLoaded(sql, client), TIMEOUT_MS),
  })
  const engine = new FallbackEngine({
    primary: new TimedEngine(typesense, 'typesense', metrics),
    secondary: fallback.engine,
    whyNotReady: () => withTimeout(whyNotReady(sql, client), CHECK_TIMEOUT_MS),
    kindOf: (error) => (error instanceof TypesenseError ? error.kind : 'away'),
    log,
    ...(retryMs === undefined ? {} : { retryMs, retryMaxMs: retryMs * 10 }),
  })
  const writer = new IndexWriter({
    sql,
    client,
    log,
    onFilled: () => void engine.checkNow(),
    ...(intervalMs === undefined ? {} : { intervalMs, clearIntervalMs: intervalMs * 10 }),
  })
  void engine.start()
  fallback.ready.catch((error: unknown) => {
    log.error({ err: error }, 'The embedded engine cannot serve as the fallback of Typesense')
  })
  return {
    engine: () => {
      engine.assertAnswers()
      return engine
    },
    dictionary: fallback.dictionary,
    vocabulary: fallback.vocabulary,
    people: fallback.people,
    index: fallback.index,
    ready: Promise.any([engine.used, fallback.ready]),
    rebuild: async () => {
      await reindex({ sql, client })
      await engine.checkNow()
    },
    async close() {
      // They close in parallel: closing the connections ends requests that the writer may be
      // waiting for.
      await Promise.all([writer.close(), engine.close()])
      await fallback.close()
    },
  }
}
