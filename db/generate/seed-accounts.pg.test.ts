import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database.ts'
import { hasDevAccounts, seedAccounts } from './seed-accounts.ts'
import { seedDirectory } from './seed-directory.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await seedDirectory(database.sql, { people: 100, seed: 3 })
})
afterAll(() => database.close())

async function counts() {
  const [row] = await database.sql`
    select (select count(*)::int from users) as users,
      (select count(*)::int from auth_accounts) as passwords,
      (select count(*)::int from reveals) as reveals,
      (select count(*)::int from export_logs) as exports,
      (select count(*)::int from audit_log) as traces`
  return row
}

it('a stranger who signs up under such an address is none of them', async () => {
  await database.sql`
    insert into users (id, name, email, email_verified)
    values ('stranger', 'Stranger', 'admin@clinidex.test', false)`
  expect(await hasDevAccounts(database.sql)).toBe(false)
  await database.sql`delete from users where id = 'stranger'`
})

it('makes five accounts with a past, once', async () => {
  const { sql } = database
  expect(await hasDevAccounts(sql)).toBe(false)
  await seedAccounts(sql, { passwordHash: 'hash' })
  expect(await hasDevAccounts(sql)).toBe(true)
  const made = await counts()
  expect(made).toEqual({ users: 5, passwords: 5, reveals: 99, exports: 9, traces: 113 })
  await seedAccounts(sql, { passwordHash: 'other' })
  expect(await counts()).toEqual(made)
})

it('DEMO-06 leaves the demo account without a live grant', async () => {
  const live = await database.sql`
    select 1 from demo_grants
    where active and (expires_at is null or expires_at > now())
      and (max_uses is null or uses_count < max_uses)`
  expect(live).toHaveLength(0)
})

it('puts the past into the past, after signing up', async () => {
  const [wrong] = await database.sql`
    select count(*)::int as count from reveals r join users u on u.id = r.owner_id
    where r.revealed_at > now() or r.revealed_at < u.created_at`
  expect(wrong?.count).toBe(0)
})
