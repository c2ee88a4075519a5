import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { seedAccounts } from './seed-accounts.ts'
import { seedCrowd } from './seed-crowd.ts'
import { seedDirectory } from './seed-directory.ts'
import { seedTeam } from './seed-team.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await seedDirectory(database.sql, { people: 100, seed: 7 })
  await seedCrowd(database.sql)
  await seedAccounts(database.sql, { passwordHash: 'hash' })
  await seedTeam(database.sql)
})
afterAll(() => database.close())

it('makes a team of four, one of whom left, each after signing up', async () => {
  const members = await database.sql`
    select m.role, m.ended_at is not null as has_left, u.email like '%@clinidex.test' as can_sign_in,
      m.display_name = u.name as is_named, m.joined_at between u.created_at and now() as is_in_time,
      m.joined_at >= t.created_at and coalesce(m.ended_at < now(), true) as is_in_order
    from team_members m join users u on u.id = m.user_id join teams t on t.id = m.team_id
    where t.closed_at is null order by m.joined_at`
  const right = { is_named: true, is_in_time: true, is_in_order: true }
  expect([...members]).toEqual([
    { role: 'owner', has_left: false, can_sign_in: true, ...right },
    { role: 'manager', has_left: false, can_sign_in: false, ...right },
    { role: 'viewer', has_left: true, can_sign_in: false, ...right },
    { role: 'recruiter', has_left: false, can_sign_in: true, ...right },
  ])
})

it('gives it free seats, an open invitation, and rows of its own with cards', async () => {
  const [rows] = await database.sql`
    select seats,
      (select count(*)::int from team_invites i where i.team_id = t.id and expires_at > now()
        and accepted_at is null and revoked_at is null) as invites,
      (select count(*)::int from lists where owner_id = t.id) as lists,
      (select count(*)::int from list_members where owner_id = t.id and card is not null) as people,
      (select count(*)::int from saved_searches where owner_id = t.id) as searches,
      (select count(*)::int from email_templates where owner_id = t.id) as templates
    from teams t`
  expect(rows).toEqual({ seats: 5, invites: 1, lists: 2, people: 50, searches: 1, templates: 1 })
})
