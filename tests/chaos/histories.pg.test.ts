import { afterAll, beforeAll, expect, it } from 'vitest'
import { electricDatabase, type TestDatabase, testDatabase } from '../support/database.ts'
import { FAULTS } from './fault-proxy.ts'
import { playHistories } from './histories.ts'
import { openWorld, type World } from './world.ts'

/** `npm run test:soak` plays any number. */
const HISTORIES = 300

let database: TestDatabase
let world: World
beforeAll(async () => {
  database = (await electricDatabase()) ?? (await testDatabase())
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
  const faults = FAULTS.map((fault) => `${world.faults.get(fault) ?? 0} ${fault}`)
  console.log(`${HISTORIES} histories in ${seconds} s, with faults: ${faults.join(', ')}`)
  expect(FAULTS.filter((fault) => !world.faults.has(fault))).toEqual([])
}, 1_200_000)
