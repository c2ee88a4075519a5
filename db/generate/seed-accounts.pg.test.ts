import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
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

it('LISTS-03 SAVED-12 EMAIL-15 gives each account rows of its own, with cards of people who are there', async () => {
  const rows = await database.sql`
    select split_part(u.email, '@', 1) as name,
      (select count(*)::int from lists where owner_id = u.id) as lists,
      (select count(*)::int from list_members where owner_id = u.id and card is not null) as members,
      (select count(*)::int from saved_candidates where owner_id = u.id) as saved,
      (select count(*)::int from saved_candidates where owner_id = u.id and starred) as starred,
      (select count(*)::int from saved_searches where owner_id = u.id) as searches,
      (select count(*)::int from email_templates where owner_id = u.id) as templates
    from users u order by name`
  // The directory here has 100 people, fewer than the longest list.
  expect([...rows]).toEqual([
    { name: 'admin', lists: 1, members: 6, saved: 0, starred: 0, searches: 0, templates: 0 },
    { name: 'annual', lists: 5, members: 213, saved: 6, starred: 5, searches: 4, templates: 2 },
    { name: 'demo', lists: 2, members: 18, saved: 3, starred: 3, searches: 1, templates: 1 },
    { name: 'free', lists: 1, members: 5, saved: 0, starred: 0, searches: 0, templates: 1 },
    { name: 'monthly', lists: 3, members: 58, saved: 4, starred: 4, searches: 3, templates: 1 },
  ])
  const unsaid = await database.sql`
    select 1 from saved_candidates where not starred and note is null`
  expect(unsaid).toHaveLength(0)
})

it('puts the past into the past, after signing up', async () => {
  const [wrong] = await database.sql`
    select count(*)::int as count
    from (
      select owner_id, revealed_at as at from reveals
      union all select owner_id, created_at from lists
      union all select owner_id, added_at from list_members
      union all select owner_id, created_at from saved_candidates
      union all select owner_id, created_at from saved_searches
      union all select owner_id, created_at from email_templates
    ) made join users u on u.id = made.owner_id
    where made.at > now() or made.at < u.created_at`
  expect(wrong?.count).toBe(0)
})
