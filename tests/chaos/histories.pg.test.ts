import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { playHistories } from './histories.ts'
import { openWorld, type World } from './world.ts'

/** As many as this time allows, and never fewer than the least; `npm run test:soak` plays any number. */
const HISTORIES = 300
const LEAST = 80
const TIME_MS = 200_000

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
  let played = 0
  const failures = await playHistories(world, seeds, {
    isEnough: () => played >= LEAST && performance.now() - startedAt > TIME_MS,
    onPlayed() {
      played += 1
    },
  })
  expect(failures).toEqual([])
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${played} histories of faults in ${seconds} s`)
}, 1_200_000)
