import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { playHistories } from './histories.ts'
import { openWorld, type World } from './world.ts'

/** `npm run test:soak` plays any number. */
const HISTORIES = 300

let database: Awaited<ReturnType<typeof testDatabase>>
let world: World
beforeAll(async () => {
  database = await testDatabase()
  world = await openWorld(database.sql, database.url)
}, 180_000)
afterAll(async () => {
  await world.close()
  await database.close()
})

it('after histories of faults every device holds what the server holds', async () => {
  const seeds = Array.from({ length: HISTORIES }, (_, index) => index + 1)
  const startedAt = performance.now()
  const failures = await playHistories(world, seeds)
  expect(failures).toEqual([])
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${HISTORIES} histories of faults in ${seconds} s`)
}, 1_200_000)
