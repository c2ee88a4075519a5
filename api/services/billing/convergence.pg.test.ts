import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { playHistories } from './convergence-fixture.ts'

const HISTORIES = Number(process.env.WEBHOOK_HISTORIES ?? 200)
const TEAM_HISTORIES = 60

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it(`${HISTORIES} histories of webhooks twice, out of order, at once and lost end where Stripe is`, async () => {
  await playHistories(database.sql, 'account', HISTORIES, ({ kept, truth }, history) =>
    expect(kept, history).toEqual(truth),
  )
}, 300_000)

it(`TEAMS-23 ${TEAM_HISTORIES} histories of a team's seats end in the count that Stripe has`, async () => {
  await playHistories(database.sql, 'team', TEAM_HISTORIES, ({ kept, truth, team }, history) => {
    expect(kept, history).toEqual(truth)
    expect(team?.isLapsed, history).toBe(truth.seats === null)
    if (truth.seats !== null) expect(team?.seats, history).toBe(truth.seats)
  })
}, 300_000)
