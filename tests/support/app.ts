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
import { openShapeUpstream, type RunningUpstream } from '#api/services/sync/shape-upstream.ts'
import { connect, type Sql } from '#db/client.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { SUPPRESSION_KEY } from '#db/import/import-fixture.ts'
import { roleUrl } from '#db/roles.ts'
import { type Actor, type Role, VISITOR } from '#sync/contract/permissions.ts'
import { testDatabase } from './database.ts'
import { insertKnownPeople } from './known-people.ts'
import { listenOnLoopback } from './loopback.ts'
import { PATIENCE } from './soon.ts'

/** Where the app under test is reached. */
export const ORIGIN = 'http://localhost'

export interface TestRequest {
  method?: string
  json?: unknown
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Address of the caller's socket. */
  network?: string
  /** Ends when the caller goes away. */
  signal?: AbortSignal
}

export interface TestApp {
  /** As the database's owner, for what no request may do; the app itself has fewer rights. */
  sql: Sql
  parts: Parts
  /** Where the app listens, for who must speak HTTP; it takes sessions only. */
  url: string
  /**
   * Sends a request as somebody of this role (an account of that name stands in the table), or,
   * with `as` left to a session, as whoever its headers say. A `json` body is stringified.
   */
  request(path: string, options?: TestRequest & { as?: Role | 'session' }): Promise<Response>
  /** The process begins to stop. */
  stop(): void
  /** Headers of a signed-in browser of this address; the account is made where there is none. */
  asUser(email: string): Promise<Record<string, string>>
  close(): Promise<void>
}

const NO_SHAPES: RunningUpstream = {
  shape: () => Promise.reject(new Error('There is no shape server here.')),
  isReady: async () => false,
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
  /** Serves the documents; without it there is the API alone. */
  pages?: Hono<AppEnv>
  /** Runs the shape server too; without it shapes are away. */
  hasShapes?: boolean
} = {}): Promise<TestApp> {
  const database = await testDatabase()
  const owner = database.sql
  await seedDirectory(owner, { people, seed: 7 })
  await insertKnownPeople(owner)
  for (const role of ROLES) if (role !== 'visitor') await insertUser(owner, role, emailOf(role))
  const sql = connect(roleUrl(database.url, 'clinidex_app'))
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
  const shapes = hasShapes ? openShapeUpstream({ env, databaseUrl: syncUrl, log }) : NO_SHAPES
  if (hasShapes) await vi.waitUntil(() => shapes.isReady(), PATIENCE)
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const at = { host: '127.0.0.1', port: loopback.port }
  const { parts, searchReady, ...opened } = await openParts({
    ...{ env, log, sql, shapes, stopping: stopping.signal },
    ...at,
    databaseUrl: database.url,
  })
  await searchReady
  const withSession = createApp(parts, session(), pages)
  // Billing's stand-in is called, and calls back, over HTTP.
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

/** Stands where the session middleware is: everybody is of this role. */
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

/** What the HTTP server would hand the app of the connection. */
function socketOf(remoteAddress: string) {
  return { incoming: { socket: { remoteAddress, remoteFamily: 'IPv4', remotePort: 1 } } }
}
