import { afterAll, beforeAll, test } from 'vitest'
import { amount } from '#tests/support/amount.ts'
import { electricDatabase, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { FAULTS } from './fault-proxy.ts'
import { openStages, STAGES, type Stages } from './histories.ts'
import { historyOf, historyWith } from './history.ts'
import { openWorld, type World } from './world.ts'

/** `npm test` plays seeds 1 to 12, the night those to 200, `npm run test:soak` any others. */
const FIRST_SEED = amount(1, 13)
const LAST_SEED = amount(12, 200)
const seeds = Array.from({ length: LAST_SEED - FIRST_SEED + 1 }, (_, index) => FIRST_SEED + index)

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

test.concurrent.for(seeds)(
  'after history %i every device holds what the server holds',
  // Longer than two waits for devices to settle, whose failures say what they wait for.
  { timeout: 900_000 },
  (seed) => stages.play(historyOf(seed)),
)

test.concurrent.for(FIRST_SEED === 1 ? FAULTS : [])(
  'after a device has met the fault “%s” every device holds what the server holds',
  { timeout: 900_000 },
  (fault) => stages.play(historyWith(fault)),
)
