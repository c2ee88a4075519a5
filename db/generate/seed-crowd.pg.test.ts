import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAudit } from '#db/audit-chain.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { CROWD_DAYS, CROWD_SIZE, crowd } from './crowd.ts'
import { seedCrowd } from './seed-crowd.ts'
import { seedDirectory } from './seed-directory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await seedDirectory(database.sql, { people: 100, seed: 7 })
})
afterAll(() => database.close())

it('is the same on every machine', () => {
  expect(crowd()).toEqual(crowd())
})

it('makes forty accounts over ninety days, some of each kind, that nobody can sign in to', async () => {
  const { sql } = database
  await seedCrowd(sql)
  // A second start finds them and adds nothing.
  await seedCrowd(sql)
  const [figures] = await sql`
    select count(*)::integer as users, count(distinct email)::integer as emails,
      count(*) filter (where banned_at is not null)::integer as banned,
      count(*) filter (where granted_until > now())::integer as granted,
      count(*) filter (where exported_people > 0)::integer as exporters,
      bool_and(created_at between now() - ${CROWD_DAYS} * interval '1 day' and now()) as in_time,
      bool_and(last_sign_in_at >= created_at) as signed_in_after,
      bool_and(email like '%.test') as reserved
    from users`
  expect(figures).toMatchObject({
    users: CROWD_SIZE,
    emails: CROWD_SIZE,
    in_time: true,
    signed_in_after: true,
    reserved: true,
  })
  for (const kind of ['banned', 'granted', 'exporters']) {
    expect(Number(figures?.[kind]), kind).toBeGreaterThan(1)
  }
  expect(crowd().filter(({ plan }) => plan).length).toBeGreaterThan(8)
  expect(await sql`select 1 from auth_accounts`).toEqual([])
  expect((await sql`select 1 from audit_log`).length).toBeGreaterThan(300)
  expect((await verifyAudit(sql)).fault).toBeNull()
})
