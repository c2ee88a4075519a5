import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connect, type Sql } from '#db/client.ts'
import {
  openShapeServer,
  type ShapeServer,
  type ShapeServerOptions,
} from '#sync/server/shape-server/shape-server.ts'
import { testDatabase } from '#tests/support/database.ts'
import { listenOnLoopback } from '#tests/support/loopback.ts'
import { until } from './until.ts'

/** A shape server with its database and its folder. */
export interface ShapeFixture {
  sql: Sql
  databaseUrl: string
  /** The shape server's folder. */
  dir: string
  url: string
  get(query: string | Record<string, string>, init?: RequestInit): Promise<Response>
  /** Sends a query of `/v1/shape` or, where it begins with a slash, another path. */
  ask(pathOrQuery: string, init?: RequestInit): Promise<Response>
  /** Resolves when clients can read everything committed before the call. */
  untilSeen(): Promise<void>
  /** Closes the shape server; its folder stays. */
  closeServer(): Promise<void>
  /** Closes the shape server and opens another on the same folder. */
  reopen(): Promise<void>
  close(): Promise<void>
}

/** A shape server over a new database of the test's own, on a port of this machine. */
export async function openShapeFixture(
  options: Pick<ShapeServerOptions, 'chunkBytes' | 'refusesUnknownOffsets'> = {},
): Promise<ShapeFixture> {
  const database = await testDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'shapes-'))
  const listener = await listenOnLoopback()
  const log = pino({ level: process.env.SHAPE_LOG ?? 'silent' })
  const open = () =>
    openShapeServer({ databaseUrl: database.url, dir, log, isDeleteAllowed: true, ...options })
  let server: ShapeServer | undefined = await open()
  const closeServer = async () => {
    await server?.close()
    server = undefined
  }
  listener.setFetch((request) => server?.fetch(request) ?? new Response(null, { status: 503 }))
  const url = `http://127.0.0.1:${listener.port}/v1/shape`
  return {
    sql: database.sql,
    databaseUrl: database.url,
    dir,
    url,
    get: (query, init) => fetch(`${url}?${new URLSearchParams(query)}`, init),
    ask: (pathOrQuery, init) => fetch(addressOf(url, pathOrQuery), init),
    async untilSeen() {
      const [row] = await database.sql<{ lsn: string }[]>`
        select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as lsn`
      await database.sql`create table if not exists seen (id int primary key)`
      await until(
        async () => {
          const response = await fetch(`${url}?table=seen&offset=now`)
          const [{ headers }] = (await response.json()) as [{ headers: Record<string, string> }]
          return BigInt(headers.global_last_seen_lsn ?? 0) >= BigInt(row?.lsn ?? 0)
        },
        (isSeen) => isSeen,
      )
    },
    closeServer,
    async reopen() {
      await closeServer()
      server = await open()
    },
    async close() {
      await closeServer()
      await listener.close()
      await database.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/**
 * Electric over its database where the environment names both, else our own shape server. Tables that
 * tests create in Electric's database are dropped on close.
 */
export async function openShapeContract(): Promise<
  Pick<ShapeFixture, 'sql' | 'url' | 'get' | 'ask' | 'close'>
> {
  const { ELECTRIC_URL, ELECTRIC_SECRET, DATABASE_URL } = process.env
  if (!ELECTRIC_URL || !DATABASE_URL) return openShapeFixture()
  const sql = connect(DATABASE_URL)
  const tables = () => sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`
  const before = new Set((await tables()).map(({ name }) => name))
  const address = new URL('/v1/shape', ELECTRIC_URL)
  if (ELECTRIC_SECRET) address.searchParams.set('secret', ELECTRIC_SECRET)
  return {
    sql,
    url: address.href,
    get(query, init) {
      const url = new URL(address)
      for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value)
      return fetch(url, init)
    },
    ask(pathOrQuery, init) {
      const url = addressOf(address, pathOrQuery)
      if (ELECTRIC_SECRET) url.searchParams.set('secret', ELECTRIC_SECRET)
      return fetch(url, init)
    },
    async close() {
      for (const { name } of await tables()) {
        if (!before.has(name)) await sql.unsafe(`drop table ${name}`)
      }
      await sql.end()
    },
  }
}

function addressOf(shapeUrl: string | URL, pathOrQuery: string): URL {
  return new URL(pathOrQuery.startsWith('/') ? pathOrQuery : `?${pathOrQuery}`, shapeUrl)
}
