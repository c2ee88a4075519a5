import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { audit } from './audit.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('leaves who did what to whom, with when and from where', async () => {
  await audit(database.sql, {
    actor: { id: 'u1' },
    action: 'grant.create',
    subjectId: 'u2',
    details: { feature: 'export' },
    network: '192.0.2.1',
  })
  const rows = await database.sql`
    select actor_id, action, subject_id, details, network, at from audit_log`
  expect(rows).toMatchObject([
    {
      actor_id: 'u1',
      action: 'grant.create',
      subject_id: 'u2',
      details: { feature: 'export' },
      network: '192.0.2.1',
      at: expect.any(Date),
    },
  ])
})

it.each([
  ['update', "update audit_log set actor_id = 'somebody else'"],
  ['delete', 'delete from audit_log'],
  ['truncate', 'truncate audit_log'],
])('refuses to %s what was written', async (_verb, statement) => {
  await audit(database.sql, { actor: { id: 'u1' }, action: 'reveal', subjectId: 'p1' })
  const [before] = await database.sql`select count(*) from audit_log`
  await expect(database.sql.unsafe(statement)).rejects.toThrow('append-only')
  expect(await database.sql`select count(*) from audit_log`).toEqual([before])
})

it('is rolled back with the deed', async () => {
  const undone = database.sql.begin(async (tx) => {
    await audit(tx, { actor: { id: 'u1' }, action: 'export', subjectId: 'undone' })
    throw new Error('the deed failed')
  })
  await expect(undone).rejects.toThrow('the deed failed')
  expect(await database.sql`select 1 from audit_log where subject_id = 'undone'`).toEqual([])
})
