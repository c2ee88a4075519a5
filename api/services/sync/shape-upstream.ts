import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Env } from '#api/env.ts'
import type { Metrics } from '#api/services/metrics/metrics.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import { type ShapeUpstream, shapeParams } from '#sync/server/gatekeeper.ts'
import { openShapeServer, type ShapeServer } from '#sync/server/shape-server/shape-server.ts'
import { sharePolls } from '#sync/server/shared-polls.ts'

/** Backoff before the embedded shape server is started again after a failure. */
const RETRY_MS = 5000

/**
 * How long a predecessor may still run: a process being replaced ends within 10 s, and the database
 * session of a killed one sooner.
 */
const PREDECESSOR_MS = 15_000
const LOOK_MS = 100

const ELSEWHERE =
  'Another process serves the shapes of this database, so devices that reach this one would not be ' +
  'synced. Several processes need `npm run sync:serve`, or Electric: set ELECTRIC_URL in each.'

/** How long Electric may take to drop a shape. */
const ERASE_MAX_MS = 10_000

/** Electric's answer to a dropped shape, and to one that it does not have. */
const ERASED_STATUSES = [202, 404]

const ERASE_REFUSED =
  'Electric drops no shapes by request, so it keeps redacted words and removed people in their history: ' +
  'set ELECTRIC_ENABLE_INTEGRATION_TESTING=true there.'

const SECRET_REFUSED =
  'Electric refuses requests that bear ELECTRIC_SECRET: it is to be the same there and here.'

/**
 * A placeholder host: the embedded server is called in-process, and only path and parameters count.
 */
const EMBEDDED = 'http://embedded'

/** The shape server that this process calls, embedded or Electric. */
export interface RunningUpstream extends ShapeUpstream {
  /**
   * Settles once this process may serve the devices that reach it.
   * @throws for the operator: another process serves this database, and does not end
   */
  claimed(): Promise<void>
  /**
   * Drops an owner's shape with its history, where it is not told by the database (`eraseHistory`).
   * @throws when the shape server is unavailable, or refuses
   */
  erase(name: ShapeName, ownerId: string): Promise<void>
  /** Whether it responds at present. */
  isReady(): Promise<boolean>
  /** The permanent reason why it does not respond and the remedy, worded for the operator. */
  hindrance(): string | undefined
  close(): Promise<void>
}

interface Options {
  env: Pick<Env, 'ELECTRIC_URL' | 'ELECTRIC_SECRET' | 'DATA_DIR'>
  /** The database, connected to as a role that may replicate. */
  databaseUrl: string
  log: Logger
  metrics: Pick<Metrics, 'delivered'>
  /** How long another process that serves this database may take to end. */
  predecessorMs?: number
}

/**
 * The source of shapes: Electric if configured, else the embedded server in this process. Returns
 * at once; until the source is ready, and whenever it is unavailable, devices use the rows they
 * have.
 */
export function openShapeUpstream(options: Options): RunningUpstream {
  const { ELECTRIC_URL: url, ELECTRIC_SECRET: secret } = options.env
  const upstream = url === undefined ? embedded(options) : electric(url, secret)
  return { ...upstream, shape: sharePolls(upstream.shape) }
}

function electric(url: string, secret: string | undefined): RunningUpstream {
  const at = (path: string) => new URL(path, url.endsWith('/') ? url : `${url}/`)
  const shapeAt = (params: URLSearchParams) => {
    const address = at('v1/shape')
    address.search = params.toString()
    if (secret !== undefined) address.searchParams.set('secret', secret)
    return address
  }
  // Its health endpoint is public, so only its responses tell whether it accepts the secret.
  let isRefused = false
  return {
    async shape(params, signal) {
      const response = await fetch(shapeAt(params), { signal })
      isRefused = response.status === 401
      return response
    },
    async erase(name, ownerId) {
      const params = shapeParams(name, ownerId, { offset: '-1' })
      const signal = AbortSignal.timeout(ERASE_MAX_MS)
      const response = await fetch(shapeAt(params), { method: 'DELETE', signal })
      await response.body?.cancel()
      if (response.status === 405) throw new Error(ERASE_REFUSED)
      if (!ERASED_STATUSES.includes(response.status)) {
        throw new Error(`The shape server answered ${response.status}.`)
      }
    },
    async isReady() {
      if (isRefused) return false
      try {
        return isActive(await fetch(at('v1/health'), { signal: AbortSignal.timeout(2000) }))
      } catch {
        return false
      }
    },
    claimed: async () => undefined,
    hindrance: () => (isRefused ? SECRET_REFUSED : undefined),
    async close() {},
  }
}

function embedded(options: Options): RunningUpstream {
  const { env, databaseUrl, log, metrics, predecessorMs = PREDECESSOR_MS } = options
  let server: ShapeServer | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const open = async () => {
    try {
      const dir = join(env.DATA_DIR, 'shapes')
      server = await openShapeServer({
        databaseUrl,
        dir,
        log,
        refusesUnknownOffsets: true,
        onDelivery: metrics.delivered,
      })
    } catch (err) {
      log.error({ err }, 'The shape server did not start')
      if (!isClosed) retry = setTimeout(() => (opened = open()), RETRY_MS)
    }
  }
  const hindrance = () => (server?.state === 'waiting' ? ELSEWHERE : undefined)
  let opened = open()

  const ask = async (path: string, signal: AbortSignal) => {
    if (!server) throw new Error('The shape server is starting.')
    return server.fetch(new Request(EMBEDDED + path, { signal }))
  }
  return {
    shape: (params, signal) => ask(`/v1/shape?${params}`, signal),
    erase: async () => undefined,
    async isReady() {
      return server !== undefined && isActive(await ask('/v1/health', AbortSignal.timeout(2000)))
    },
    async claimed() {
      await opened
      const deadline = Date.now() + predecessorMs
      for (let words = hindrance(); words !== undefined; words = hindrance()) {
        if (Date.now() > deadline) throw new Error(words)
        await sleep(LOOK_MS)
      }
    },
    hindrance,
    async close() {
      isClosed = true
      clearTimeout(retry)
      await opened
      await server?.close()
    },
  }
}

/** The server responds 202 while it starts, or while another process serves the database. */
function isActive({ status }: Response): boolean {
  return status === 200
}
