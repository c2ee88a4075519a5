import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirmRemoval, requestRemoval } from '#api/services/intake/removals.ts'
import { connect } from '#db/client.ts'
import { connectionUrl } from '#db/connection-url.ts'
import { IMPORT_LOCK, IMPORTED_CHANNEL } from '#db/import/import-lock.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { keepFor, pushAs, wireMutation } from '#tests/support/push.ts'
import { soon } from '#tests/support/soon.ts'
import { teamOf } from '#tests/support/teams.ts'
import { startJobs, startSearchJobs } from './jobs.ts'

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
  await app.sql`
    update candidates set organization = gen_random_uuid()::text, specialty = 'Watched'
    where ordinal = 1`
  expect(await changes()).toHaveLength(1)
}

/** An evaluation deletes the changes that it looked at. */
const changesLookedAt = () => soon(async () => expect(await changes()).toHaveLength(0))

it('watched searches are evaluated at the start and after each import', async () => {
  const search_id = crypto.randomUUID()
  const search_params = { v: 2, specialty: 'Watched' }
  const watched = [
    wireMutation('searches.create', { id: search_id, name: 'Watched', search_params }),
    wireMutation('watches.set', { search_id, cadence: 'daily' }),
  ]
  await pushAs(app, 'subscriber', ...watched)
  await keepFor(app, 'free', ...watched)
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
  // Who has no plan watches nothing meanwhile.
  expect(await app.sql`select distinct owner_id from watch_news`).toEqual([
    { owner_id: 'subscriber' },
  ])
})

it('claims of calls that are over are deleted', async () => {
  const team_id = await teamOf(app.sql, { id: 'subscriber' })
  await app.sql`
    insert into call_claims (team_id, candidate_id, member_id, call_id, until)
    select ${team_id}, c.id, m.id, gen_random_uuid(), now() - interval '1 minute'
    from team_members m, candidates c where m.team_id = ${team_id} and c.ordinal = 1`
  // As large as the server's.
  const sql = connect(connectionUrl(app.parts.sql), { max: 20 })
  const stops = startJobs({ ...app.parts, sql })
  try {
    await soon(async () => expect(await app.sql`select from call_claims`).toHaveLength(0))
  } finally {
    await Promise.all(stops.map((stop) => stop()))
    await sql.end({ timeout: 5 })
  }
})

it('sessions that have expired are deleted, and their browsers are told no news any more', async () => {
  for (const [id, days] of [
    ['expired', -1],
    ['live', 1],
  ] as const) {
    await app.sql`
      insert into sessions (id, user_id, token, expires_at, updated_at, ip_address)
      values (${id}, 'free', ${id}, now() + make_interval(days => ${days}), now(), '203.0.113.9')`
    await app.sql`
      insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
      values (${`https://fcm.googleapis.com/${id}`}, 'free', ${id}, 'key', 'secret')`
  }
  // As large as the server's.
  const sql = connect(connectionUrl(app.parts.sql), { max: 20 })
  const stops = startJobs({ ...app.parts, sql })
  const held = () => app.sql`select id from sessions where id in ('expired', 'live')`
  try {
    await soon(async () => expect(await held()).toEqual([{ id: 'live' }]))
  } finally {
    await Promise.all(stops.map((stop) => stop()))
    await sql.end({ timeout: 5 })
  }
  expect(await app.sql`select session_id from push_subscriptions`).toEqual([{ session_id: 'live' }])
})

it('a removal confirmed while an import ran is repeated after it, and holds no job up', async () => {
  const email = 'back@hospital.test'
  const token = await requestRemoval(app.sql, email)
  const importing = await app.sql.reserve()
  await importing`select pg_advisory_lock(${IMPORT_LOCK})`
  await confirmRemoval(app.parts, token ?? '', '')
  const [back] = await app.sql<{ id: string }[]>`
    insert into candidates (first_name, last_name, source) values ('Ada', 'Back', 'csv')
    returning id`
  const contact = { candidate_id: back?.id ?? '', kind: 'personal_email', value: email }
  await app.sql`insert into candidate_contacts ${app.sql({ ...contact, source: 'csv' })}`
  await app.sql`delete from job_runs`
  // As large as the server's.
  const sql = connect(connectionUrl(app.parts.sql), { max: 20 })
  const stops = startJobs({ ...app.parts, sql })
  try {
    await soon(async () =>
      expect(await app.sql`select from job_runs where job = 'removals.finish'`).toHaveLength(1),
    )
    const listed = () => app.sql`select from candidates where id = ${contact.candidate_id}`
    expect(await listed()).toHaveLength(1)
    await importing`select pg_advisory_unlock(${IMPORT_LOCK})`
    await app.sql.notify(IMPORTED_CHANNEL, '')
    await soon(async () => expect(await listed()).toHaveLength(0))
  } finally {
    await importing`select pg_advisory_unlock_all()`
    importing.release()
    await Promise.all(stops.map((stop) => stop()))
    await sql.end({ timeout: 5 })
  }
})
