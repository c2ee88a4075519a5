import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount } from '#tests/support/amount.ts'
import { electricDatabase, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { FAULTS } from './fault-proxy.ts'
import { openStages, STAGES, type Stages } from './histories.ts'
import { historyOf } from './history.ts'
import { openWorld, type World } from './world.ts'

/** Seeds from 1 on; `npm run test:soak` plays any others. */
const HISTORIES = amount(60, 200)
const seeds = Array.from({ length: HISTORIES }, (_, index) => index + 1)

let database: TestDatabase
let world: World
let stages: Stages
beforeAll(async () => {
  database = (await electricDatabase()) ?? (await testDatabase())
  world = await openWorld(database.sql, database.url)
  stages = await openStages(world, STAGES)
})
afterAll(async () => {
  await stages.close()
  await world.close()
  await database.close()
})

test.concurrent.for(seeds)('after history %i every device holds what the server holds', (seed) =>
  stages.play(historyOf(seed)),
)

test('the histories had every fault in them', () => {
  expect(FAULTS.filter((fault) => !world.faults.has(fault))).toEqual([])
})
