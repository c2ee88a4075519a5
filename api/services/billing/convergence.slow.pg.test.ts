import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { playHistories } from './convergence-fixture.ts'

/** The number of histories; `SEAT_HISTORIES=1000` runs more. */
const HISTORIES = Number(process.env.SEAT_HISTORIES ?? 150)

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it("TEAMS-23 histories of a team's seats end in the count that Stripe has", async () => {
  let lowered = 0
  await playHistories(database.sql, 'team', HISTORIES, ({ kept, truth, team }, history) => {
    expect(kept, history).toEqual(truth)
    expect(team?.isLapsed, history).toBe(truth.seats === null)
    if (truth.seats !== null) expect(team?.seats, history).toBe(truth.seats)
    if (truth.seats !== truth.renewal_seats) lowered += 1
  })
  // Some histories end before the renewal of fewer seats.
  expect(lowered).toBeGreaterThan(HISTORIES / 100)
}, 600_000)
