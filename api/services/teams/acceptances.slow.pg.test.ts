import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAcceptances, SEATS_HELD } from '#tests/support/acceptances.ts'

/** The number of rounds; `ACCEPTANCE_ROUNDS=100` runs more. */
const ROUNDS = Number(process.env.ACCEPTANCE_ROUNDS ?? 20)

let acceptances: Awaited<ReturnType<typeof openAcceptances>>
beforeAll(async () => {
  acceptances = await openAcceptances()
})
afterAll(() => acceptances.close())

it(`TEAMS-06 of 200 acceptances at once as many pass as there are seats, ${ROUNDS} times`, {
  timeout: 900_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    expect(await acceptances.round()).toEqual(SEATS_HELD)
  }
})
