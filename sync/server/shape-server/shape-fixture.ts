import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Row, ShapeStream, type ShapeStreamOptions } from '@electric-sql/client'
import { pino } from 'pino'
import { connect, type Sql } from '../../../db/client.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { listenOnLoopback } from '../../../tests/support/loopback.ts'
import { openShapeServer, type ShapeServer } from './shape-server.ts'

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

/** Rows as an official client has them, by key. */
export class Replica {
  readonly rows = new Map<string, Row>()
  readonly stream: ShapeStream
  refetches = 0
  error: Error | undefined
  readonly #abort = new AbortController()

  constructor(options: ShapeStreamOptions) {
    this.stream = new ShapeStream({
      ...options,
      signal: this.#abort.signal,
      onError: (error) => {
        this.error = error
      },
    })
    this.stream.subscribe((messages) => {
      for (const message of messages) {
        if ('control' in message.headers) {
          if (message.headers.control !== 'must-refetch') continue
          this.rows.clear()
          this.refetches++
        } else if ('key' in message) {
          const { key, value, headers } = message
          if (headers.operation === 'delete') this.rows.delete(key)
          else this.rows.set(key, { ...this.rows.get(key), ...value })
        }
      }
    })
  }

  values(): Row[] {
    return [...this.rows.values()]
  }

  close(): void {
    this.#abort.abort()
  }
}

/** Waits until something holds. @throws after 25 s, with what was there last */
export async function until<T>(
  look: () => T | Promise<T>,
  holds: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + 25_000
  for (;;) {
    const value = await look()
    if (holds(value)) return value
    if (Date.now() > deadline) throw new Error(`It does not come to hold: ${JSON.stringify(value)}`)
    await sleep(10)
  }
}
