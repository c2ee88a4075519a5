import type { Logger } from 'pino'
import { connectForRequests, type Sql } from '#db/client.ts'
import { connectionUrl } from '#db/connection-url.ts'
import { suppressionKey as openSuppressionKey } from '#db/suppression.ts'
import type { Parts } from './context.ts'
import type { Env } from './env.ts'
import { openDraftWriter } from './services/ai/open-draft-writer.ts'
import { createAuth } from './services/auth/auth.ts'
import { trustedOrigins } from './services/auth/origins.ts'
import { openRevocations } from './services/auth/revocations.ts'
import { authSecret } from './services/auth/secret.ts'
import { openSessionMemory } from './services/auth/session-memory.ts'
import { openBilling } from './services/billing/open-billing.ts'
import { openReadReplica } from './services/directory/read-replica.ts'
import { openSearchRecorder } from './services/figures/search-recorder.ts'
import { openImports } from './services/imports/open-imports.ts'
import { openRemovalJournal } from './services/intake/removals.ts'
import { createMailer } from './services/mail/mailer.ts'
import { countedDrafts, countedMailer, countedPush } from './services/metrics/counted-services.ts'
import type { Metrics } from './services/metrics/metrics.ts'
import { addIndex, addShapes, addSlots } from './services/metrics/scraped.ts'
import { timedEngine } from './services/metrics/timed-engine.ts'
import { openPush } from './services/push/open-push.ts'
import { openExcludedPeople } from './services/search/excluded-people.ts'
import { type OpenSearchOptions, openSearch, type Search } from './services/search/open-search.ts'
import { openUnderstanding } from './services/search/understood.ts'
import { openAssetStore } from './services/site/assets/open-asset-store.ts'
import { openLiveSettings } from './services/site/live-settings.ts'
import type { RunningUpstream } from './services/sync/shape-upstream.ts'

/**
 * The connections that read pages of people and profiles. They are few: each query finds warm
 * caches in its server process, and further queries are pipelined without waiting.
 */
const DIRECTORY_CONNECTIONS = 3

/** How long such queries under way may take when the parts close. */
const DIRECTORY_END_S = 1

export interface PartsOptions {
  env: Env
  log: Logger
  /** The metrics of this process, to which the parts add theirs. */
  metrics: Metrics
  /** Connects as the role that serves requests, for requests. */
  sql: Sql
  /** Connects as the same role, for the search index; statements have no timeout. */
  background: Sql
  /** Connects as the owner, for imports. */
  databaseUrl: string
  /** The address where this process listens: stand-ins are called there. */
  host: string
  port: number
  shapes: RunningUpstream
  /** As `draining` in `Parts`. */
  draining: AbortSignal
  stopping: AbortSignal
  onProgress?: OpenSearchOptions['onProgress']
}

export interface OpenParts {
  parts: Parts
  /** Settles when searches can be served. */
  searchReady: Promise<void>
  /** Closes all parts, the last first; one that fails to close is logged, and the others still close. */
  close(): Promise<void>
}

/** Opens the parts of the process. The caller closes the database and `shapes`. */
export async function openParts(options: PartsOptions): Promise<OpenParts> {
  const { env, log, metrics, sql, databaseUrl, host, port, shapes } = options
  const closers: (() => unknown)[] = []
  const opened = <Part extends { close(): unknown }>(part: Part): Part => {
    closers.push(() => part.close())
    return part
  }
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) {
      await Promise.resolve()
        .then(closer)
        .catch((err: unknown) => log.error({ err }, 'A part could not be closed'))
    }
  }
  try {
    const search = opened(await openEngines(options))
    addIndex(metrics, search.index)
    addSlots(metrics, sql)
    addShapes(metrics, shapes)
    const directory = connectForRequests(connectionUrl(sql), { max: DIRECTORY_CONNECTIONS })
    closers.push(() => directory.end({ timeout: DIRECTORY_END_S }))
    const { DATABASE_READ_URL: url } = env
    const replica = url
      ? opened(
          await openReadReplica({ sql: directory, url, max: DIRECTORY_CONNECTIONS, log, metrics }),
        )
      : undefined
    const searchRecorder = opened(openSearchRecorder({ sql, log }))
    const mailer = countedMailer(createMailer(env), metrics)
    const origins = trustedOrigins(env, port)
    const auth = createAuth({ env, sql, log, mailer, origins, secret: await authSecret(env) })
    const revocations = opened(await openRevocations({ sql, log }))
    const sessions = opened(await openSessionMemory(sql))
    const site = opened(await openLiveSettings({ sql, log }))
    const publicUrl = env.PUBLIC_URL ?? origins[0]
    const billing = openBilling({ env, sql, log, metrics, publicUrl, host, port })
    if (billing.standIn) opened(billing.standIn)
    const suppressionKey = await openSuppressionKey({
      given: env.SUPPRESSION_KEY,
      dataDir: env.DATA_DIR,
      isProduction: env.NODE_ENV === 'production',
    })
    const dataDir = env.DATA_DIR
    const imports = openImports({ sql, log, suppressionKey, dataDir, databaseUrl })
    opened(imports.runner)
    const parts: Parts = {
      env,
      log,
      metrics,
      sql,
      readDirectory: replica?.read ?? ((query) => query(directory)),
      auth,
      revocations,
      sessions,
      mailer,
      push: countedPush(await openPush(env), metrics),
      suppressionKey,
      removalJournal: await openRemovalJournal(env),
      billing,
      drafts: countedDrafts(await openDraftWriter(env, log), metrics),
      search: search.engine,
      dictionary: search.dictionary,
      vocabulary: search.vocabulary,
      indexedPeople(ordinals) {
        const people = search.people(ordinals)
        if (people) metrics.directoryRead('index')
        return people
      },
      understand: openUnderstanding(search),
      site,
      assets: openAssetStore(env),
      imports,
      searchRecorder,
      excludedPeople: openExcludedPeople(sql),
      shapes,
      draining: options.draining,
      stopping: options.stopping,
    }
    return { parts, searchReady: search.ready, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens the embedded engine; with Typesense configured, Typesense with the embedded engine as
 * fallback.
 */
async function openEngines(options: PartsOptions): Promise<Search> {
  const { env, background: sql, log, metrics, onProgress } = options
  const { DATA_DIR: dataDir, TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey } = env
  // The module is loaded only if configured: its client takes memory that the index needs.
  const typesense =
    url && apiKey ? await import('./services/search/typesense/open-typesense.ts') : undefined
  const opened = openSearch({ sql, log, dataDir, ...(onProgress && { onProgress }) })
  const embedded: Search = {
    ...opened,
    engine: timedEngine(opened.engine, 'embedded', metrics),
  }
  return url && apiKey && typesense
    ? typesense.openTypesense({ sql, log, metrics, url, apiKey, fallback: embedded })
    : embedded
}
