import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { countGuess, isLockedOut } from './guess-limit.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('counts every one of ten guesses made at once, of 200 accounts', async () => {
  const { sql } = database
  for (let account = 0; account < 200; account++) {
    const email = `target-${account}@hospital.test`
    await Promise.all(Array.from({ length: 10 }, () => countGuess(sql, email)))
  }
  const counts = await sql`select count, count(*)::int as accounts from auth_rate_limits group by 1`
  expect([...counts]).toEqual([{ count: 10, accounts: 200 }])
})

it('finds the networks of an account, and of its guests, without reading all sessions', async () => {
  const { sql } = database
  const email = 'demo@hospital.test'
  await sql`
    insert into users (id, name, email, email_verified, demo_of) values
      ('demo', 'Demo', ${email}, true, null),
      ('guest', 'Demo', 'guest@guest.invalid', true, 'demo')`
  await sql`
    insert into sessions (id, user_id, token, expires_at, updated_at, ip_address) values
      ('1', 'demo', '1', now() + interval '1 day', now(), '198.51.100.1'),
      ('2', 'guest', '2', now() + interval '1 day', now(), '198.51.100.2')`
  await countGuess(sql, email)
  await sql`update auth_rate_limits set count = 100 where count = 1`
  const locked = await sql.begin(async (tx) => {
    // The tables of tests are so small that they would be read sequentially.
    await tx`set local enable_seqscan = off`
    const networks = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
    const answers = []
    for (const network of networks) answers.push(await isLockedOut(tx, email, network))
    const [scans] = await tx`
      select seq_scan::integer as count from pg_stat_xact_user_tables where relname = 'sessions'`
    return { answers, scans: scans?.count }
  })
  expect(locked).toEqual({ answers: [false, false, true], scans: 0 })
})
