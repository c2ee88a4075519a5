import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '#db/client.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { candidatesJson } from './candidates.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await seedDirectory(database.sql, { people: 40, seed: 1 })
})
afterAll(() => database.close())

it('people by ordinal are planned once for a connection, however many they are', async () => {
  const sql = connect(database.url, { max: 1 })
  const ordinals = (await sql`select ordinal from candidates order by ordinal`).map(
    (row) => row.ordinal as number,
  )
  // PostgreSQL compares five custom plans before it may cache a generic one.
  for (let run = 0; run < 30; run++) await candidatesJson(sql, ordinals.slice(run % 7, 1 + run))
  const [plans] = await sql`
    select sum(generic_plans)::int as kept, sum(custom_plans)::int as made
    from pg_prepared_statements where statement like ${'%candidates c using (ordinal)%'}`
  expect(plans).toEqual({ kept: 25, made: 5 })
  await sql.end()
})
