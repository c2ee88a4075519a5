import { once } from 'node:events'
import { connect as connectTcp, Socket } from 'node:net'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { connect, connectForRequests } from './client.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.sql`create table written (note text)`
})
afterAll(() => database.close())

describe('a statement that takes long', () => {
  it('is cut off in a pool for requests, after half a minute, and in no other', async () => {
    const pools = [connectForRequests(database.url, { max: 1 }), connect(database.url, { max: 1 })]
    const timeouts = await Promise.all(pools.map((sql) => sql`show statement_timeout`))
    expect(timeouts).toEqual([[{ statement_timeout: '30s' }], [{ statement_timeout: '0' }]])
    await Promise.all(pools.map((sql) => sql.end()))
  })
})

it('days begin at midnight UTC, whatever the time zone of the server', async () => {
  const [here] = await database.sql`select current_database() as name`
  await database.sql`alter database ${database.sql(here?.name)} set timezone to 'Asia/Tokyo'`
  const sql = connect(database.url, { max: 1 })
  const [day] = await sql`
    select date_trunc('day', timestamptz '2026-11-22T23:30:00Z') as begun`
  expect(day?.begun).toEqual(new Date('2026-11-22T00:00:00Z'))
  await sql.end()
})

it('a short message does not wait until the one before it is acknowledged', async () => {
  const setNoDelay = vi.spyOn(Socket.prototype, 'setNoDelay')
  const sql = connect(database.url, { max: 1 })
  await sql`select 1`
  expect(setNoDelay).toHaveBeenCalledExactlyOnceWith()
  await sql.end()
})

describe('a connection that is cut', () => {
  it('refuses what its transaction asks then, and what is begun next works', async () => {
    const sql = connect(database.url, { max: 1 })
    const { refusal, transaction } = await cutInTransaction(sql)
    expect(refusal).toMatchObject({ reason: { code: 'CONNECTION_CLOSED' } })
    await expect(transaction`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    await sql.end()
  })

  it('lets nothing of its transaction be done on the connection that follows it', async () => {
    const sql = connect(database.url, { max: 1 })
    const { refusal, transaction } = await cutInTransaction(sql)
    expect(refusal).toMatchObject({ reason: { code: 'CONNECTION_CLOSED' } })
    await sql`select 1`
    const late = transaction`insert into written (note) values ('late')`
    await expect(late).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    expect(await sql`select * from written`).toEqual([])
    await sql.end()
  })

  it('refuses who has it to himself, too', async () => {
    const sql = connect(database.url, { max: 1 })
    const reserved = await sql.reserve()
    await reserved`select 1`
    await cutOthers()
    await expect.poll(() => reserved`select 1`.catch(({ code }) => code)).toBe('CONNECTION_CLOSED')
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    const late = reserved`insert into written (note) values ('late')`
    await expect(late).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    expect(await sql`select * from written`).toEqual([])
    await sql.end()
  })

  it('serves again though it was about to write', async () => {
    const sockets: Socket[] = []
    const sql = connectThrough((socket) => sockets.push(socket))
    await sql`select 1`
    const asked = expect(sql`select 2`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    // The client's write goes out in the next turn of the event loop; the end comes in this one.
    process.nextTick(() => sockets[0]?.emit('close', false))
    await asked
    sockets[0]?.destroy()
    expect(await sql`select 3 as three`).toEqual([{ three: 3 }])
    await sql.end()
  })

  it('is given back by who had it to himself without harm to who has the next one', async () => {
    const sql = connect(database.url, { max: 1 })
    const reserved = await sql.reserve()
    await reserved`select 1`
    await cutOthers()
    await expect.poll(() => reserved`select 1`.catch(({ code }) => code)).toBe('CONNECTION_CLOSED')
    reserved.release()
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    await sql.end()
  })
})

it('a server that was away for long is tried again within a second', async () => {
  const sql = connect('postgres://nobody@127.0.0.1:1/nowhere', { max: 1 })
  const timer = vi.spyOn(globalThis, 'setTimeout')
  for (let tries = 0; tries < 8; tries++) {
    await expect(sql`select 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  }
  // The package's function that reconnects.
  const pauses = timer.mock.calls
    .filter(([run]) => run.name === 'connect')
    .map(([, pause]) => Number(pause))
  timer.mockRestore()
  expect(pauses).toHaveLength(8)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1000)
  await sql.end()
})

/** PostgreSQL's error before it closes a connection, and the one of a cancelled query. */
const TERMINATED = errorResponse('FATAL', '57P01')
const CANCELLED = Buffer.concat([errorResponse('ERROR', '57014'), Buffer.from('Z\0\0\0\x05I')])

describe('a connection that ends while its array types are read', () => {
  const closed = (socket: Socket) => socket.destroy()
  const terminated = (socket: Socket) => {
    socket.emit('data', TERMINATED)
    socket.destroy()
  }

  it.each([
    ['without a word', closed],
    ['by the server', terminated],
  ])('%s is followed by another one for those who wait for it', async (_, cut) => {
    for (const isReserving of [false, true]) {
      const sql = connectThrough((socket) => cutAtTypes(socket, cut), 1)
      const given = isReserving ? await sql.reserve() : sql
      expect(await given`select ${['a', 'b']}::text[] as letters`).toEqual([
        { letters: ['a', 'b'] },
      ])
      await sql.end({ timeout: 1 })
    }
  })

  it('is not used without them', async () => {
    const cancelled = (socket: Socket) => socket.emit('data', CANCELLED)
    const sql = connectThrough((socket) => cutAtTypes(socket, cancelled), 1)
    await expect(sql`select 1`).rejects.toMatchObject({ code: '57014' })
    const letters = () => sql`select ${['a', 'b']}::text[] as letters`.catch(({ code }) => code)
    await expect.poll(letters).toEqual([{ letters: ['a', 'b'] }])
    await sql.end({ timeout: 1 })
  })
})

/**
 * A pool with one connection over the test's own sockets, the first `altered` of which `alter`
 * changes.
 */
function connectThrough(alter: (socket: Socket) => void, altered = Number.POSITIVE_INFINITY) {
  const { hostname, port } = new URL(database.url)
  let opened = 0
  // An option that the package's types omit.
  const ownSocket: object = {
    async socket() {
      const socket = connectTcp(Number(port), hostname)
      await once(socket, 'connect')
      if (opened++ < altered) alter(socket)
      return socket
    },
  }
  return postgres(database.url, { max: 1, ...ownSocket })
}

/** Closes the connection instead of responding to the query for the array types. */
function cutAtTypes(socket: Socket, cut: (socket: Socket) => void): void {
  const write = socket.write.bind(socket) as (data: Uint8Array) => boolean
  socket.write = (data: Uint8Array | string) => {
    const bytes = Buffer.from(data)
    if (!bytes.includes('pg_catalog.pg_type')) return write(bytes)
    setImmediate(() => cut(socket))
    return true
  }
}

function errorResponse(severity: string, code: string): Buffer {
  const fields = Buffer.from(`S${severity}\0C${code}\0Mcut\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Closes the connection of a transaction between two queries. */
async function cutInTransaction(sql: postgres.Sql) {
  let transaction = sql as postgres.ISql
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const cut = sql.begin(async (tx) => {
    await tx`select 1`
    transaction = tx
    begun()
    await new Promise(() => undefined)
  })
  await hasBegun
  const [refusal] = await Promise.allSettled([cut, cutOthers()])
  return { refusal, transaction }
}

async function cutOthers(): Promise<void> {
  await database.sql`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
}
