import { afterAll, beforeAll, expect, it } from 'vitest'
import { customerOf } from '#api/services/billing/customers.ts'
import { refreshCustomer } from '#api/services/billing/refresh.ts'
import { confirmRemoval, requestRemoval } from '#api/services/intake/removals.ts'
import { connect } from '#db/client.ts'
import { connectionUrl } from '#db/connection-url.ts'
import { IMPORT_LOCK, IMPORTED_CHANNEL } from '#db/import/import-lock.ts'
import { eraseHistory } from '#sync/server/shape-history.ts'
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

/** Waits for an evaluation, which deletes the changes that it has processed. */
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
  // An account without a plan watches nothing in the meantime.
  expect(await app.sql`select distinct owner_id from watch_news`).toEqual([
    { owner_id: 'subscriber' },
  ])
})

it('a shape whose history is erased is dropped at once', async () => {
  const { sql } = app
  const dropped: string[] = []
  const shapes = {
    ...app.parts.shapes,
    erase: async (name: string, ownerId: string) => void dropped.push(`${name} of ${ownerId}`),
  }
  await sql`delete from job_runs`
  const stops = startJobs({ ...app.parts, shapes })
  try {
    // The next hourly run is an hour away.
    await soon(async () =>
      expect(await sql`select from job_runs where job = 'shapes.erase'`).toHaveLength(1),
    )
    await sql.begin((tx) => eraseHistory(tx, ['free'], ['lists']))
    await soon(async () => expect(dropped).toEqual(['lists of free']))
  } finally {
    await Promise.all(stops.map((stop) => stop()))
  }
})

it('each hourly job does its work at the start', async () => {
  const { sql } = app
  const { billing, env } = app.parts
  const subscribed = async (ownerId: string) => {
    const customer = await customerOf(billing, ownerId)
    billing.standIn?.ledger.subscribe(customer, billing.prices.price_monthly)
    await refreshCustomer(billing, customer)
  }
  const [lapsed, closed] = [
    await teamOf(sql, { id: 'free' }, { name: 'Lapsed' }),
    await teamOf(sql, { id: 'free' }, { name: 'Closed' }),
  ]
  await subscribed('demo')
  await subscribed(closed)
  await sql`update users set banned_at = now() where id = 'demo'`
  await sql`update teams set lapsed_at = now() - interval '31 days' where id = ${lapsed}`
  await sql`update teams set closed_at = now() where id = ${closed}`
  await customerOf(billing, lapsed)
  await sql`update stripe_customers set payer_left_at = now() where owner_id = ${lapsed}`
  await sql`
    insert into team_devices (team_id, user_id, device_id, name, last_seen_at, lease_ends_at)
    values (${lapsed}, 'free', gen_random_uuid(), 'Chrome on Mac', now() - interval '91 days', now())`
  await sql`
    insert into team_invites (team_id, email, role, token_hash, invited_by, expires_at)
    select ${lapsed}, 'late@agency.test', 'viewer', sha256('late'), id, now() - interval '31 days'
    from team_members where team_id = ${lapsed}`
  await sql`
    insert into search_error_logs (error_type, occurred_at)
    values ('other', now() - interval '31 days')`
  await sql`
    insert into contact_messages (name, email, subject, message)
    values ('Jo', 'jo@example.com', 'Hello', 'Ten chars.')`
  await sql`
    insert into contact_messages (name, email, subject, message, created_at, mailed_at)
    values ('Jo', 'jo@example.com', 'Long ago', 'Ten chars.', now() - interval '366 days', now())`
  await sql`
    insert into exported_contacts (user_id, day, people)
    values ('subscriber', current_date, ${env.EXPORT_CONTACTS_PER_DAY})`
  await sql`
    insert into lists (id, owner_id, name, created_at, updated_at, deleted_at)
    values (gen_random_uuid(), 'free', 'Nights', now(), now(), now() - interval '31 days')`
  await sql`
    insert into candidate_submissions (first_name, last_name, title, organization, specialty,
      personal_email, phone, city, state, country, linkedin_url, expires_at)
    values ('Ada', 'Vale', 'RN', 'Larkspur', 'Nursing', 'ada@hospital.test', '806 555 0101',
      'Reno', 'NV', 'United States', '', now())`
  await sql`
    insert into support_codes (user_id, code, sync_report, expires_at)
    values ('free', '123456', '{}', now())`
  await sql`
    insert into directory_imports (format, file_name, file_bytes, state, touched_at)
    values ('csv', 'people.csv', 1, 'ready', now() - interval '8 days')`
  await sql`
    insert into users (id, name, email, email_verified, demo_account, demo_of, created_at)
    values ('guest', 'Demo', 'guest@guest.invalid', true, true, 'demo', now() - interval '2 hours')`
  await sql`insert into erased_shapes (owner_id, name) values ('free', 'lists')`
  await sql`delete from daily_figures`
  await sql`delete from stripe_cursor`
  await sql`delete from job_runs`

  /** Queries for the work that each job has not yet done. */
  const left: Record<string, () => PromiseLike<readonly unknown[]>> = {
    'figures.keep': () =>
      sql`select where not exists (select from daily_figures where figure = 'active_plans')`,
    'billing.reconcile': () => sql`select where not exists (select from stripe_cursor)`,
    'search_errors.forget': () => sql`select from search_error_logs`,
    'contact_messages.mail': () => sql`select from contact_messages where mailed_at is null`,
    'contact_messages.forget': () => sql`select from contact_messages where subject = 'Long ago'`,
    'export_alerts.mail': () => sql`select from exported_contacts where operator_told_at is null`,
    'owned_rows.purge': () => sql`select from lists where name = 'Nights'`,
    'submissions.tidy': () => sql`select from candidate_submissions`,
    'bans.end_plans': () =>
      sql`select from entitlements where user_id = 'demo' and not cancel_at_period_end`,
    'teams.drop_payers': () => sql`select from stripe_customers where payer_left_at is not null`,
    'teams.close_lapsed': () => sql`select from teams where id = ${lapsed} and closed_at is null`,
    'teams.end_plans': () =>
      sql`select from entitlements where owner_id = ${closed} and status = 'active'`,
    'support_codes.purge': () => sql`select from support_codes`,
    'teams.forget: invitations': () => sql`select from team_invites`,
    'teams.forget: devices': () => sql`select from team_devices`,
    'imports.forget': () => sql`select from directory_imports where file_deleted_at is null`,
    'shapes.erase': () => sql`select from erased_shapes`,
    'guests.purge': () => sql`select from users where id = 'guest'`,
  }
  const undone = async () => {
    const rows = await Promise.all(Object.values(left).map((read) => read()))
    return Object.keys(left).filter((_, place) => rows[place]?.length)
  }
  expect(await undone()).toEqual(Object.keys(left))
  // The pool is as large as the server's.
  const background = connect(connectionUrl(app.parts.sql), { max: 20 })
  const stops = startJobs({ ...app.parts, sql: background })
  try {
    await soon(async () => expect(await undone()).toEqual([]))
  } finally {
    await Promise.all(stops.map((stop) => stop()))
    await background.end({ timeout: 5 })
  }
})

it('claims of calls that are over are deleted', async () => {
  const team_id = await teamOf(app.sql, { id: 'subscriber' })
  await app.sql`
    insert into call_claims (team_id, candidate_id, member_id, call_id, until)
    select ${team_id}, c.id, m.id, gen_random_uuid(), now() - interval '1 minute'
    from team_members m, candidates c where m.team_id = ${team_id} and c.ordinal = 1`
  // The pool is as large as the server's.
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
  // The pool is as large as the server's.
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
  // The pool is as large as the server's.
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
