import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Sql } from '#db/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { acceptAtOnce, FREE_SEATS, INVITED, insertInvited } from './acceptance-fixture.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let sql: Sql
beforeAll(async () => {
  database = await testDatabase()
  sql = connect(database.url, { max: 20 })
  await insertInvited(sql)
})
afterAll(async () => {
  await sql.end()
  await database.close()
})

it('TEAMS-06 of 200 acceptances at once as many pass as there are seats, a hundred times', async () => {
  for (let round = 0; round < 100; round++) {
    expect(await acceptAtOnce(sql)).toEqual({
      joined: FREE_SEATS,
      refused: { seats_taken: INVITED - FREE_SEATS },
      members: FREE_SEATS + 1,
    })
  }
}, 900_000)
