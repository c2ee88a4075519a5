import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type AuditVerdict, verifyAudit } from './audit-chain.ts'
import { connect, type Sql } from './client.ts'
import { roleUrl } from './roles.ts'

let database: TestDatabase
let sql: Sql
beforeEach(async () => {
  database = await testDatabase()
  sql = database.sql
})
afterEach(() => database.close())

const write = (on: Pick<Sql, 'unsafe'>, action: string) =>
  on.unsafe('insert into audit_log (actor_id, action, details) values ($1, $2, $3)', [
    'ada',
    action,
    '{"b": 1, "a": "ü"}',
  ])

async function chainOf(rows: number): Promise<void> {
  for (let n = 1; n <= rows; n++) await write(sql, `deed.${n}`)
}

/** Tampers with the log as the owner of the database could. */
async function tamper(...statements: string[]): Promise<AuditVerdict['fault']> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const statement of statements) await tx.unsafe(statement)
  })
  return (await verifyAudit(sql)).fault
}

describe('the chain of the audit log', () => {
  it('is whole as it was written, empty too, and tells its head', async () => {
    expect(await verifyAudit(sql)).toEqual({ rows: 0, head: null, fault: null })
    await chainOf(7)
    expect(await verifyAudit(sql)).toEqual({
      rows: 7,
      head: { position: 7, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      fault: null,
    })
  })

  it.each([
    ['an action', "update audit_log set action = 'another' where action = 'deed.3'"],
    ['a time', "update audit_log set at = at + interval '1 microsecond' where action = 'deed.3'"],
    ['a circumstance', `update audit_log set details = '{"b": 2}' where action = 'deed.3'`],
    ['who', "update audit_log set actor_id = null where action = 'deed.3'"],
    ['a network', "update audit_log set network = '192.0.2.1' where action = 'deed.3'"],
  ])('finds that %s was edited', async (_what, statement) => {
    await chainOf(5)
    const [row] = await sql<{ id: string }[]>`select id from audit_log where action = 'deed.3'`
    expect(await tamper(statement)).toEqual({ kind: 'changed', auditId: row?.id, position: 3 })
  })

  it('finds a removed row, with its link and without, and one that was slipped in', async () => {
    await chainOf(9)
    const kept = (await verifyAudit(sql)).head
    expect(await tamper("delete from audit_log where action = 'deed.8'")).toMatchObject({
      kind: 'removed',
      position: 8,
    })
    expect(
      await tamper(
        "delete from audit_chain where audit_id = (select id from audit_log where action = 'deed.4')",
        "delete from audit_log where action = 'deed.4'",
      ),
    ).toMatchObject({ kind: 'removed', position: 4 })
    // Closing the gap does not help.
    const closed = 'update audit_chain set position = position - 1 where position > 4'
    expect(await tamper(closed)).toMatchObject({ kind: 'changed', position: 4 })
    const cut = await tamper('delete from audit_chain where position >= 4')
    expect(cut).toMatchObject({ kind: 'unchained' })
    await tamper('delete from audit_log where id not in (select audit_id from audit_chain)')
    // A chain that was truncated is consistent in itself: only a head recorded elsewhere reveals
    // it.
    expect((await verifyAudit(sql)).fault).toBeNull()
    expect((await verifyAudit(sql, kept ?? undefined)).fault).toEqual({
      kind: 'head_lost',
      auditId: null,
      position: 9,
    })
  })

  it('finds rows in another order', async () => {
    await chainOf(6)
    expect(
      await tamper(
        `update audit_chain set audit_id = -audit_id where position in (2, 5)`,
        `update audit_chain c set audit_id = -(
          select o.audit_id from audit_chain o where o.position = 7 - c.position)
          where position = 2`,
        `update audit_chain set audit_id = (select min(id) + 1 from audit_log) where position = 5`,
      ),
    ).toMatchObject({ kind: 'changed', position: 2 })
  })

  it('keeps a head that stands somewhere inside', async () => {
    await chainOf(3)
    const { head } = await verifyAudit(sql)
    await chainOf(4)
    expect((await verifyAudit(sql, head ?? undefined)).fault).toBeNull()
  })

  it('is one chain whatever commits when, and has no link of what was rolled back', async () => {
    const writers = Array.from({ length: 12 }, (_, writer) =>
      sql
        .begin(async (tx) => {
          for (let n = 0; n < 5; n++) await write(tx, `writer.${writer}.${n}`)
          if (writer % 4 === 0) throw new Error('undone')
        })
        .catch((error: Error) => {
          if (error.message !== 'undone') throw error
        }),
    )
    await Promise.all(writers)
    expect(await verifyAudit(sql)).toMatchObject({ rows: 45, fault: null })
  })

  it('does not make two that write rows besides wait for each other', async () => {
    await sql`create table other (id int primary key, n int)`
    await sql`insert into other values (1, 0), (2, 0)`
    // Each holds a row that the other wants, and the audit log comes in between.
    const first = sql.begin(async (tx) => {
      await write(tx, 'first')
      await tx`update other set n = n + 1 where id = 1`
      await tx`select pg_sleep(0.3)`
    })
    const second = sql.begin(async (tx) => {
      await tx`update other set n = n + 1 where id = 2`
      await write(tx, 'second')
      await tx`update other set n = n + 1 where id = 1`
    })
    await Promise.all([first, second])
    expect(await verifyAudit(sql)).toMatchObject({ rows: 2, fault: null })
  })

  it('is written by the log alone: the role of requests can neither add, change nor remove a link', async () => {
    await chainOf(1)
    const app = connect(roleUrl(database.url, 'clinidex_app'))
    await write(app, 'by the app')
    for (const statement of [
      "insert into audit_chain values (9, 9, '\\x00')",
      "update audit_chain set hash = '\\x00'",
      'delete from audit_chain',
      'truncate audit_chain',
    ]) {
      await expect(app.unsafe(statement)).rejects.toThrow(/permission denied/)
    }
    await app.end()
    // The trigger stops even the owner.
    await expect(sql`delete from audit_chain`).rejects.toThrow('append-only')
    expect(await verifyAudit(sql)).toMatchObject({ rows: 2, fault: null })
  })
})
