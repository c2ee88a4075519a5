import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAcceptances, SEATS_HELD } from '#tests/support/acceptances.ts'

let acceptances: Awaited<ReturnType<typeof openAcceptances>>
beforeAll(async () => {
  acceptances = await openAcceptances()
})
afterAll(() => acceptances.close())

it('TEAMS-06 of 200 acceptances at once as many pass as there are seats', async () => {
  for (let round = 0; round < 2; round++) expect(await acceptances.round()).toEqual(SEATS_HELD)
})
