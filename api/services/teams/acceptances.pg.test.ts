import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openAcceptances,
  SEATS_HELD,
  VIEWER_PLACES,
  VIEWERS_HELD,
} from '#tests/support/acceptances.ts'

let acceptances: Awaited<ReturnType<typeof openAcceptances>>
beforeAll(async () => {
  acceptances = await openAcceptances()
})
afterAll(() => acceptances.close())

it('TEAMS-06 of 200 acceptances at once as many pass as there are seats', async () => {
  for (let round = 0; round < 2; round++) expect(await acceptances.round()).toEqual(SEATS_HELD)
})

it('TEAMS-06 of 200 viewers at once as many pass as the seats allow, and take none', async () => {
  expect(await acceptances.round(['viewer'])).toEqual(VIEWERS_HELD)
})

it('TEAMS-06 of 200 recruiters and viewers at once each kind fills its own places', async () => {
  const { joined } = await acceptances.round(['viewer', 'recruiter'])
  expect(joined).toBe(VIEWER_PLACES + SEATS_HELD.joined)
})
