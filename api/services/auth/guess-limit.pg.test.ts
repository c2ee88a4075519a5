import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { countGuess } from './guess-limit.ts'

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
