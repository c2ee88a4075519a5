import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ServerType, serve } from '@hono/node-server'
import { connect, connectForRequests, type Sql } from '#db/client.ts'
import { hasDevAccounts } from '#db/generate/seed-accounts.ts'
import { openDatabase } from '#db/open.ts'
import { createApp } from './app.ts'
import { DevelopmentData } from './development-data.ts'
import type { Env } from './env.ts'
import { startJobs, startSearchJobs } from './jobs/jobs.ts'
import { createLog } from './log.ts'
import { addSecurityHeaders } from './middleware/security-headers.ts'
import { session } from './middleware/session.ts'
import { openParts } from './open-parts.ts'
import { pageRoutes } from './routes/pages.ts'
import { checkPrices } from './services/billing/check-prices.ts'
import { seedSubscriptions } from './services/billing/stand-in/seed-subscriptions.ts'
import { addProcess, createMetrics } from './services/metrics/metrics.ts'
import { openShapeUpstream } from './services/sync/shape-upstream.ts'

const BUILD = fileURLToPath(new URL('../dist/web', import.meta.url))

const KEEP_ALIVE_MS = 65_000

/** Long enough for two health checks of a load balancer that checks every second. */
const DRAIN_DEFAULT_S = 3
/** How long requests under way may take when the process stops; the whole stop takes under 10 s. */
const REQUESTS_END_MS = 5_000
/** How often idle connections are closed while the process stops. */
const SWEEP_MS = 50
/**
 * The connections of jobs and of the search index, whose statements may take minutes. A job holds
 * two or three of them, and an index being built holds two.
 */
const BACKGROUND_CONNECTIONS = 6
/** How long queries of aborted requests may take. */
const POOL_END_S = 1

export interface Progress {
  /** Called when a step of the start begins, with a sentence for the terminal. */
  onStep(text: string): void
  /** Called with the progress of the current step, in people. */
  onProgress(done: number, total: number): void
}

export interface RunningServer {
  url: string
  /**
   * Stops within 10 s: /readyz returns 503; after `DRAIN_SECONDS`, in which load balancers stop
   * routing here, new connections are refused, live requests are answered, and others run to their
   * end. A part that fails to close is logged, and the others still close.
   */
  close(): Promise<void>
}

/**
 * Starts the whole application: database, first directory, search, HTTP. It listens before the
 * search index is ready (`/readyz` reports it) and returns once every part is ready.
 * @throws with a message for the operator: a taken port, an unusable database, another process
 *   that serves its shapes.
 */
export async function startServer(env: Env, progress: Progress): Promise<RunningServer> {
  const isDevelopment = env.NODE_ENV !== 'production'
  const development = new DevelopmentData(env)
  const log = createLog(env.LOG_LEVEL, { isForPeople: isDevelopment })
  // The terminal shows the steps; log lines for the stand-ins' own requests would hide them.
  if (isDevelopment && log.isLevelEnabled('info')) log.level = 'warn'
  const draining = new AbortController()
  const stopping = new AbortController()
  // Each live request adds a listener.
  setMaxListeners(0, stopping.signal)
  const { server, port, setFetch } = await listen(env)
  const chores: (() => Promise<void>)[] = []
  const closers: (() => Promise<void>)[] = []
  const stop = async (drainMs: number) => {
    draining.abort()
    // They end before the port closes: some of them call this server's stand-ins.
    await Promise.all([sleep(drainMs), ...chores.map((end) => end())])
    stopping.abort()
    await endRequests(server)
    for (const closer of closers.splice(0).reverse()) {
      await closer().catch((err: unknown) => log.error({ err }, 'A part could not be closed'))
    }
  }
  try {
    progress.onStep('Opening the database …')
    const database = await openDatabase({
      databaseUrl: env.DATABASE_URL,
      databaseAppUrl: env.DATABASE_APP_URL,
      databaseSyncUrl: env.DATABASE_SYNC_URL,
      dataDir: env.DATA_DIR,
      onServerEvent: (text, err) => (err ? log.error({ err }, text) : log.warn(text)),
    })
    closers.push(database.close)
    if (!isDevelopment && database.appUrl === database.url) {
      log.warn('Requests use the role that owns the database: set DATABASE_APP_URL')
    }
    const sql = connectForRequests(database.appUrl, { max: env.DATABASE_POOL })
    closers.push(() => sql.end({ timeout: POOL_END_S }))
    const background = connect(database.appUrl, { max: BACKGROUND_CONNECTIONS })
    closers.push(() => background.end({ timeout: POOL_END_S }))

    if (isDevelopment) await development.addPeople(database.sql, progress)
    else await assertNoDevAccounts(sql)

    progress.onStep('Opening the search index …')
    const metrics = createMetrics()
    addProcess(metrics)
    const shapes = openShapeUpstream({ env, databaseUrl: database.syncUrl, log, metrics })
    closers.push(shapes.close)
    const { parts, searchReady, close } = await openParts({
      env,
      log,
      metrics,
      sql,
      background,
      databaseUrl: database.url,
      host: env.HOST,
      port,
      shapes,
      draining: draining.signal,
      stopping: stopping.signal,
      onProgress: progress.onProgress,
    })
    closers.push(close)
    const { billing } = parts
    if (isDevelopment) await development.addAccounts(parts)
    setFetch(createApp(parts, session(), pageRoutes(BUILD)).fetch)
    await seedSubscriptions(billing)
    if (isDevelopment) await development.addFigures(sql)
    // This is not awaited: it only logs warnings.
    void checkPrices(billing)
    chores.push(...startJobs({ ...parts, sql: background }))
    await Promise.all([searchReady, shapes.claimed()])
    chores.push(...startSearchJobs({ ...parts, sql: background }))
    log.level = env.LOG_LEVEL
    const drainSeconds = env.DRAIN_SECONDS ?? (isDevelopment ? 0 : DRAIN_DEFAULT_S)
    return { url: billing.publicUrl, close: () => stop(drainSeconds * 1000) }
  } catch (error) {
    await stop(0)
    throw error
  }
}

/** @throws when a production database contains accounts with a known password */
async function assertNoDevAccounts(sql: Sql): Promise<void> {
  if (!(await hasDevAccounts(sql))) return
  throw new Error(
    'The database holds the accounts of development, whose password is known. Delete them first.',
  )
}

type Fetch = Parameters<typeof serve>[0]['fetch']

/** Binds the port first, so that a port in use is noticed before any other part starts. */
function listen(env: Env): Promise<{
  server: ServerType
  port: number
  setFetch(fetch: Fetch): void
}> {
  let current: Fetch = () => {
    const headers = new Headers({ 'Retry-After': '1' })
    addSecurityHeaders(headers, { isHttpsOnly: env.NODE_ENV === 'production' })
    const error = { code: 'unavailable', message: 'Starting.' }
    return Response.json({ error }, { status: 503, headers })
  }
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: (...args) => current(...args), port: env.PORT, hostname: env.HOST },
      ({ port }) =>
        resolve({
          server,
          port,
          setFetch(fetch) {
            current = fetch
          },
        }),
    )
    // The timeout is longer than browsers and proxies keep a connection: if the server closed it
    // first, a request might just be arriving on it.
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_MS
    server.on('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? new Error(`Port ${env.PORT} is taken. Set PORT to another one.`) : error)
    })
  })
}

/** Closes the server once its requests end, or by force after the deadline. */
async function endRequests(server: ServerType): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  if (!('closeAllConnections' in server)) return closed
  // An idle keep-alive connection would stay open long after its last response.
  const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const cutting = setTimeout(() => server.closeAllConnections(), REQUESTS_END_MS)
  await closed
  clearInterval(sweeping)
  clearTimeout(cutting)
}
