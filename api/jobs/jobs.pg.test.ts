import { afterAll, beforeAll, expect, it } from 'vitest'
import { IMPORTED_CHANNEL } from '#db/import/import-lock.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { pushAs, wireMutation } from '#tests/support/push.ts'
import { soon } from '#tests/support/soon.ts'
import { startSearchJobs } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 20 })
  await app.sql`
    insert into entitlements (owner_id, tier, status, plan_name)
    values ('subscriber', 'premium', 'active', 'Annual')`
})
afterAll(() => app.close())

const changes = () => app.sql`select 1 from candidate_changes`

async function changePerson(): Promise<void> {
  await app.sql`update candidates set organization = gen_random_uuid()::text where ordinal = 1`
  expect(await changes()).toHaveLength(1)
}

/** An evaluation deletes the changes that it looked at. */
const changesLookedAt = () => soon(async () => expect(await changes()).toHaveLength(0))

it('watched searches are evaluated at the start and after each import', async () => {
  const search_id = crypto.randomUUID()
  await pushAs(
    app,
    'subscriber',
    wireMutation('searches.create', { id: search_id, name: 'Watched', search_params: {} }),
    wireMutation('watches.set', { search_id, cadence: 'daily' }),
  )
  await changePerson()
  const stops = startSearchJobs(app.parts)
  try {
    await changesLookedAt()
    await changePerson()
    await app.sql.notify(IMPORTED_CHANNEL, '')
    await changesLookedAt()
  } finally {
    await Promise.all(stops.map((stop) => stop()))
  }
})
