import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connect, type Sql } from '../../../db/client.ts'
import {
  openShapeServer,
  type ShapeServer,
} from '../../../sync/server/shape-server/shape-server.ts'
import { testDatabase } from '../database.ts'
import { listenOnLoopback } from '../loopback.ts'

export interface ShapeFixture {
  sql: Sql
  databaseUrl: string
  /** Folder of the shape server. */
  dir: string
  url: string
  get(query: string | Record<string, string>, init?: RequestInit): Promise<Response>
  /** Ends the shape server; its folder stays. */
  closeServer(): Promise<void>
  /** Ends the shape server and opens another on the same folder. */
  reopen(): Promise<void>
  close(): Promise<void>
}

/** A shape server over a database of the test's own, on a port of this machine. */
export async function openShapeFixture(): Promise<ShapeFixture> {
  const database = await testDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'shapes-'))
  const listener = await listenOnLoopback()
  const log = pino({ level: process.env.SHAPE_LOG ?? 'silent' })
  const open = () => openShapeServer({ databaseUrl: database.url, dir, log, isDeleteAllowed: true })
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
 * Electric over the database it follows where the environment names both, else our own shape server.
 * Tables that the tests make in Electric's database go on close.
 */
export async function openShapeContract(): Promise<
  Pick<ShapeFixture, 'sql' | 'url' | 'get' | 'close'>
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
    async close() {
      for (const { name } of await tables()) {
        if (!before.has(name)) await sql.unsafe(`drop table ${name}`)
      }
      await sql.end()
    },
  }
}
