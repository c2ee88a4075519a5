import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBilling } from '#tests/support/billing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { soon } from '#tests/support/soon.ts'
import { deleteAccount } from './account.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('an account is deleted though what writes to it locks the same rows in another order', async () => {
  const { sql } = database
  const list = crypto.randomUUID()
  await sql`
    insert into users (id, name, email, email_verified)
    values ('leaving', 'Leaving', 'leaving@hospital.test', true)`
  await sql`
    insert into lists (id, owner_id, name, created_at, updated_at)
    values (${list}, 'leaving', 'Mine', now(), now())`
  let deleting: Promise<boolean> | undefined
  await sql.begin(async (tx) => {
    // In a deadlock the transaction that checks first is rolled back, which here is the deletion.
    await tx`set local deadlock_timeout = '20s'`
    await tx`update lists set name = 'Renamed' where id = ${list}`
    const caller = { actor: { id: 'leaving' }, network: '203.0.113.1' }
    deleting = deleteAccount(testBilling(sql), caller, 'leaving')
    await soon(async () => {
      const waiting = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      expect(waiting).toHaveLength(1)
    })
    await tx`select from users where id = 'leaving' for update`
  })
  await deleting
  expect(await sql`select from users where id = 'leaving'`).toHaveLength(0)
  expect(await sql`select from lists where id = ${list}`).toHaveLength(0)
  // Rolled back and retried, the deletion leaves one audit entry.
  expect(await sql`select from audit_log where actor_id = 'leaving'`).toHaveLength(1)
})
