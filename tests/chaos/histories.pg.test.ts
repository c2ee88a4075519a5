import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { playHistories } from './histories.ts'
import { openWorld, type World } from './world.ts'

/** As many as a test run has time for; `npm run test:soak` plays any number. */
const HISTORIES = 80

let database: Awaited<ReturnType<typeof testDatabase>>
let world: World
beforeAll(async () => {
  database = await testDatabase()
  world = await openWorld(database.sql, database.url)
}, 60_000)
afterAll(async () => {
  await world.close()
  await database.close()
})

it(`after ${HISTORIES} histories of faults every device holds what the server holds`, async () => {
  const seeds = Array.from({ length: HISTORIES }, (_, index) => index + 1)
  expect(await playHistories(world, seeds)).toEqual([])
}, 600_000)
