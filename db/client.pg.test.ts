import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../tests/support/database.ts'
import { connect } from './client.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.sql`create table written (note text)`
})
afterAll(() => database.close())

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
    const { hostname, port } = new URL(database.url)
    const sockets: ReturnType<typeof connectTcp>[] = []
    // An option that its types leave out.
    const ownSocket: object = {
      async socket() {
        const socket = connectTcp(Number(port), hostname)
        await once(socket, 'connect')
        sockets.push(socket)
        return socket
      },
    }
    const sql = postgres(database.url, { max: 1, ...ownSocket })
    await sql`select 1`
    const asked = expect(sql`select 2`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    // What it writes goes out in the next turn of the loop; the end comes in this one.
    process.nextTick(() => sockets[0]?.emit('close', false))
    await asked
    sockets[0]?.destroy()
    expect(await sql`select 3 as three`).toEqual([{ three: 3 }])
    await sql.end()
  })
})

/** Cuts the connection of a transaction that is between two queries. */
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
