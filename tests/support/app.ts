import { setMaxListeners } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { generateSignedCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { vi } from 'vitest'
import { createApp } from '#api/app.ts'
import type { AppEnv, Parts } from '#api/context.ts'
import { readEnv } from '#api/env.ts'
import { createLog } from '#api/log.ts'
import { session } from '#api/middleware/session.ts'
import { openParts } from '#api/open-parts.ts'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import { openShapeUpstream, type RunningUpstream } from '#api/services/sync/shape-upstream.ts'
import { connectForRequests, type Sql } from '#db/client.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { SUPPRESSION_KEY } from '#db/import/import-fixture.ts'
import { roleUrl } from '#db/roles.ts'
import { type Actor, type Role, VISITOR } from '#sync/contract/permissions.ts'
import { testDatabase } from './database.ts'
import { insertKnownPeople } from './known-people.ts'
import { listenOnLoopback } from './loopback.ts'

/** The address of the app under test. */
export const ORIGIN = 'http://localhost'

/** A request to the app of a test. */
export interface TestRequest {
  method?: string
  json?: unknown
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Address of the caller's socket. */
  network?: string
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal
}

/** The whole API on a database of its own. */
export interface TestApp {
  /** The database owner's connection, for what no request may do; the app itself has fewer rights. */
  sql: Sql
  parts: Parts
  /** A real HTTP address of the app; requests there are authenticated by session alone. */
  url: string
  /**
   * Sends a request as a role (an account of that name exists), or, with `as: 'session'`, by the session
   * in its headers. A `json` body is stringified.
   */
  request(path: string, options?: TestRequest & { as?: Role | 'session' }): Promise<Response>
  /** Begins the process's shutdown. */
  stop(): void
  /** The headers of a browser signed in with this address; creates the account unless it exists. */
  asUser(email: string): Promise<Record<string, string>>
  close(): Promise<void>
}

const NO_SHAPES: RunningUpstream = {
  shape: () => Promise.reject(new Error('There is no shape server here.')),
  erase: async () => undefined,
  isReady: async () => false,
  claimed: async () => undefined,
  hindrance: () => undefined,
  close: async () => {},
}

const ROLES: Role[] = ['visitor', 'free', 'demo', 'subscriber', 'admin']

/** The real application over a real database with the known people and some generated ones. */
export async function testApp({
  people = 300,
  log = createLog('silent'),
  env: variables = {},
  pages,
  hasShapes = false,
}: {
  people?: number
  log?: Parts['log']
  env?: Record<string, string>
  /** Serves the documents; by default there is only the API. */
  pages?: Hono<AppEnv>
  /** Starts the shape server too; without it shapes are unavailable. */
  hasShapes?: boolean
} = {}): Promise<TestApp> {
  const database = await testDatabase({
    name: `people_${people}`,
    async fill(sql) {
      await seedDirectory(sql, { people, seed: 7 })
      await insertKnownPeople(sql)
      for (const role of ROLES) if (role !== 'visitor') await insertUser(sql, role, emailOf(role))
    },
  })
  const owner = database.sql
  const sql = connectForRequests(roleUrl(database.url, 'clinidex_app'), { max: 10 })
  const dataDir = await mkdtemp(join(tmpdir(), 'clinidex-app-'))
  const env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PUBLIC_URL: ORIGIN,
    SUPPRESSION_KEY: String(SUPPRESSION_KEY),
    ...variables,
  })
  const loopback = await listenOnLoopback()
  const syncUrl = roleUrl(database.url, 'clinidex_sync')
  const metrics = createMetrics()
  const shapes = hasShapes
    ? openShapeUpstream({ env, databaseUrl: syncUrl, log, metrics })
    : NO_SHAPES
  // A replication slot is made once every transaction of the cluster has ended, of other tests too.
  if (hasShapes) await vi.waitUntil(() => shapes.isReady(), { timeout: 170_000 })
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const at = { host: '127.0.0.1', port: loopback.port }
  const { parts, searchReady, ...opened } = await openParts({
    ...{ env, log, metrics, sql, background: sql, shapes, ...at },
    ...{ draining: stopping.signal, stopping: stopping.signal },
    databaseUrl: database.url,
  })
  await searchReady
  const withSession = createApp(parts, session(), pages)
  // The stand-in for Stripe is called, and calls back, over HTTP.
  loopback.setFetch(withSession.fetch)
  const apps = new Map(ROLES.map((role) => [role, createApp(parts, fixedActor(role))]))
  return {
    sql: owner,
    parts,
    url: `http://${at.host}:${at.port}`,
    async request(path, { as = 'subscriber', method, json, body, headers, network, signal } = {}) {
      const sent = json === undefined ? body : JSON.stringify(json)
      const app = as === 'session' ? withSession : (apps.get(as) ?? withSession)
      return app.request(
        path,
        {
          method: method ?? (sent === undefined ? 'GET' : 'POST'),
          headers: {
            ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(sent === undefined ? {} : { body: sent }),
          ...(signal && { signal }),
        },
        network === undefined ? undefined : socketOf(network),
      )
    },
    stop: () => stopping.abort(),
    async asUser(email) {
      const [found] = await owner`select id from users where email = ${email}`
      const id: string = found?.id ?? crypto.randomUUID()
      if (!found) await insertUser(owner, id, email)
      const { internalAdapter, authCookies, secret } = await parts.auth.$context
      const { token } = await internalAdapter.createSession(id)
      const cookie = await generateSignedCookie(authCookies.sessionToken.name, token, secret)
      return { Cookie: cookie.split(';')[0] ?? '', Origin: ORIGIN }
    },
    async close() {
      await loopback.close()
      await opened.close()
      await shapes.close()
      await sql.end({ timeout: 5 })
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A stub of the session middleware: every caller has this role. */
function fixedActor(role: Role) {
  const tier = role === 'subscriber' ? 'premium' : null
  const account = { id: role, email: emailOf(role) }
  const actor: Actor = { ...VISITOR, role, tier, ...(role === 'visitor' ? {} : account) }
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('actor', actor)
    c.set('account', null)
    await next()
  })
}

function emailOf(role: Role): string {
  return `${role}@clinidex.test`
}

async function insertUser(sql: Sql, id: string, email: string): Promise<void> {
  await sql`
    insert into users (id, name, email, email_verified) values (${id}, ${id}, ${email}, true)`
}

/** The connection as the HTTP server would describe it to the app. */
function socketOf(remoteAddress: string) {
  return { incoming: { socket: { remoteAddress, remoteFamily: 'IPv4', remotePort: 1 } } }
}
