import { afterAll, beforeAll, expect, it } from 'vitest'
import { SYNCED_TABLES, type SyncedTable } from '#db/schema/synced-tables.ts'
import type { WireMutation } from '#sync/contract/wire.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { EVERYTHING, keepFor, pushAs, wireMutation } from '#tests/support/push.ts'
import { memberIn, newPerson, teamOf } from '#tests/support/teams.ts'
import { push } from './executor.ts'
import { purgeOwnedRows } from './purge.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 20 })
})
afterAll(() => app.close())

const NOTHING = { lists: 0, members: 0, ofClosedTeams: 0, results: 0, texts: 0 }

const LONG_AGO = '00000000-0000-4000-8000-0000000000a1'
const LATELY = '00000000-0000-4000-8000-0000000000a2'
const LIVE = '00000000-0000-4000-8000-0000000000a3'

it('LISTS-05 a list goes for good, with its members and their steps, when it was deleted more than 30 days ago', async () => {
  const { sql } = app
  const deleted: [string, number | null][] = [
    [LONG_AGO, 31],
    [LATELY, 29],
    [LIVE, null],
  ]
  for (const [id, days] of deleted) {
    await sql`
      insert into lists (id, owner_id, name, created_at, updated_at, deleted_at)
      values (${id}, 'subscriber', 'A', now(), now(), now() - make_interval(days => ${days}))`
    await sql`
      insert into list_members (list_id, candidate_id, owner_id, added_at)
      values (${id}, ${KNOWN_PEOPLE[0]?.id ?? ''}, 'subscriber', now())`
    for (const [kind, value] of [
      ['stage', 'placed'],
      ['assign', 'subscriber'],
    ] as const) {
      await sql`
        insert into activities
          (id, owner_id, list_id, candidate_id, kind, value, created_by, created_at)
        values (gen_random_uuid(), 'subscriber', ${id}, ${KNOWN_PEOPLE[0]?.id ?? ''}, ${kind},
          ${value}, 'subscriber', now())`
    }
  }
  // The role that answers requests does it.
  expect(await purgeOwnedRows(app.parts.sql)).toEqual({ ...NOTHING, lists: 1 })
  const lists = await sql`select id from lists order by id`
  expect(lists.map(({ id }) => id)).toEqual([LATELY, LIVE])
  const members = await sql`select list_id from list_members order by list_id`
  expect(members.map(({ list_id }) => list_id)).toEqual([LATELY, LIVE])
  const steps = await sql`select list_id from activities order by list_id`
  expect(steps.map(({ list_id }) => list_id)).toEqual([LATELY, LATELY, LIVE, LIVE])
})

it('answers to mutations are kept 90 days', async () => {
  const { sql } = app
  await sql`
    insert into mutation_results (owner_id, id, result, executed_at)
    select 'subscriber', gen_random_uuid(), '{}', now() - make_interval(days => days)
    from (select 91 as days from generate_series(1, 2500) union all select 89) ages`
  expect(await purgeOwnedRows(app.parts.sql)).toEqual({ ...NOTHING, results: 2500 })
  expect(await sql`select 1 from mutation_results`).toHaveLength(1)
})

const DAY_MS = 24 * 60 * 60 * 1000

it('a change that comes again when its answer is gone does not bring back what was deleted since', async () => {
  const { sql } = app
  const id = crypto.randomUUID()
  const made = new Date(Date.now() - 91 * DAY_MS)
  const create = {
    ...wireMutation('lists.create', { id, name: 'A' }),
    created_at: made.toISOString(),
  }
  const send = async (mutation: WireMutation, sentAt?: Date) => {
    const { results } = await push(app.parts.sql, 'subscriber', [mutation], EVERYTHING, { sentAt })
    return results
  }
  expect(await send(create, made)).toMatchObject([{ status: 'applied' }])
  await sql`delete from lists where id = ${id}`
  await sql`update mutation_results set executed_at = ${made} where id = ${create.id}`
  expect(await send(create)).toMatchObject([{ status: 'applied' }])
  await purgeOwnedRows(app.parts.sql)
  expect(await send(create)).toMatchObject([{ status: 'rejected', code: 'invalid_input' }])
  expect(await sql`select from lists where id = ${id}`).toHaveLength(0)
  // Its maker is asked, and may want it.
  const retry = wireMutation('lists.create', { id, name: 'A' })
  expect(await send(retry)).toMatchObject([{ status: 'applied', tables: ['lists'] }])
})

/** The tables in which teams own rows. */
const TEAM_TABLES = Object.entries<SyncedTable>(SYNCED_TABLES)
  .filter(([, { owner, kinds }]) => owner === 'owner_id' && kinds.includes('team'))
  .map(([name]) => name)

const [ZENOBIA = ''] = KNOWN_PEOPLE.map(({ id }) => id)

/** A row of each table for an owner. */
async function rowsOf(owner: string): Promise<void> {
  const id = () => crypto.randomUUID()
  const search_params = { v: 2, query: 'icu' }
  const template = { name: 'N', subject: 'S', body: 'B', tone: 'formal', length: 'short' } as const
  await keepFor(
    app,
    'subscriber',
    wireMutation('lists.create', { owner, id: id(), name: 'Nights', candidate_ids: [ZENOBIA] }),
    wireMutation('searches.create', { owner, id: id(), name: 'ICU', search_params }),
    wireMutation('templates.create', { owner, id: id(), ...template, position_type: 'contract' }),
    wireMutation('people.stop', { owner, id: id(), candidate_id: ZENOBIA, reason: 'Asked' }),
  )
}

/** A team with rows in every table, and a member whose account was deleted. */
async function workingTeam(): Promise<string> {
  const { sql } = app
  const team = await teamOf(sql, { id: 'subscriber' })
  const former = await newPerson(app, { name: 'Former' })
  await memberIn(sql, team, former, 'recruiter')
  await rowsOf(team)
  await sql`insert into team_contacts (team_id, day) values (${team}, current_date)`
  await sql`insert into entitlements (owner_id, tier, status) values (${team}, 'premium', 'active')`
  await sql`insert into stripe_customers (owner_id, customer_id) values (${team}, ${team})`
  await sql`insert into audit_log (action, subject_id) values ('team.close', ${team})`
  await sql`delete from users where id = ${former.id}`
  return team
}

/** How many rows of an owner each table holds. */
async function counts(owner: string): Promise<Record<string, number>> {
  const keys = [
    ...TEAM_TABLES.map((table) => [table, 'owner_id']),
    ...['entitlements', 'stripe_customers'].map((table) => [table, 'owner_id']),
    ...['team_contacts', 'team_members'].map((table) => [table, 'team_id']),
    ['teams', 'id'],
    ['audit_log', 'subject_id'],
  ] as [string, string][]
  const read = keys.map(async ([table, column]): Promise<[string, number]> => {
    const [row] = await app.sql<{ count: number }[]>`
      select count(*)::int from ${app.sql(table)} where ${app.sql(column)} = ${owner}`
    return [table, row?.count ?? 0]
  })
  return Object.fromEntries(await Promise.all(read))
}

it('the rows of a team are deleted 30 days after it was closed, but for what billing and the audit log need', async () => {
  const { sql } = app
  const [due, later, open] = [await workingTeam(), await workingTeam(), await workingTeam()]
  await rowsOf('subscriber')
  const before = await counts(open)
  for (const table of TEAM_TABLES) expect(before[table], table).toBeGreaterThan(0)
  const own = await counts('subscriber')
  const close = async (team: string, age: string) => {
    await sql`update teams set closed_at = now() - ${age}::text::interval where id = ${team}`
    await sql`update team_members set ended_at = now() where team_id = ${team} and ended_at is null`
  }
  await close(due, '30 days 1 minute')
  await close(later, '29 days 23 hours 59 minutes')
  // More than one transaction deletes.
  await sql`
    insert into email_templates (id, owner_id, name, subject, body, tone, length, position_type,
      created_at, updated_at)
    select gen_random_uuid(), ${due}, 'N', 'S', 'B', 'formal', 'short', 'contract', now(), now()
    from generate_series(1, 2500)`
  const { ofClosedTeams, ...others } = await purgeOwnedRows(app.parts.sql)
  // Besides the templates and a row of each other table, the day's contacts and the former member's name.
  expect(ofClosedTeams).toBe(2500 + TEAM_TABLES.length + 2)
  expect(others).toMatchObject({ lists: 0, members: 0 })
  expect(await counts(due)).toEqual({
    ...Object.fromEntries(TEAM_TABLES.map((table) => [table, 0])),
    team_contacts: 0,
    ...{ team_members: 1, teams: 1, entitlements: 1, stripe_customers: 1, audit_log: 1 },
  })
  expect(await sql`select user_id from team_members where team_id = ${due}`).toEqual([
    { user_id: 'subscriber' },
  ])
  expect([await counts(later), await counts(open)]).toEqual([before, before])
  expect(await counts('subscriber')).toEqual(own)
  expect(await purgeOwnedRows(app.parts.sql)).toEqual(NOTHING)
})

it('the answer to a conflict loses its text after 14 days, and is repeated without it', async () => {
  const { sql } = app
  const id = crypto.randomUUID()
  const create = wireMutation('lists.create', { id, name: 'Theirs' })
  const conflict = () => wireMutation('lists.rename', { id, name: 'Mine', previous: 'Seen' })
  const [old, recent] = [conflict(), conflict()]
  const [created, ...told] = await pushAs(app, 'subscriber', create, old, recent)
  const refusal = { status: 'rejected', code: 'changed_elsewhere' }
  const data = { current: 'Theirs', by: 'subscriber' }
  expect(told).toMatchObject([
    { ...refusal, data },
    { ...refusal, data },
  ])
  const age = (mutation: WireMutation, age: string) => sql`
    update mutation_results set executed_at = now() - ${age}::text::interval
    where id = ${mutation.id}`
  await age(old, '14 days 1 minute')
  await age(recent, '13 days 23 hours 59 minutes')
  // More than one transaction changes them.
  await sql`
    insert into mutation_results (owner_id, id, result, executed_at)
    select owner_id, gen_random_uuid(), result, executed_at
    from mutation_results, generate_series(1, 2500) where id = ${old.id}`
  expect(await purgeOwnedRows(app.parts.sql)).toEqual({ ...NOTHING, texts: 2501 })
  const again = await pushAs(app, 'subscriber', create, old, recent)
  expect(again).toEqual([created, { ...told[0], data: { by: 'subscriber' } }, told[1]])
  expect(await sql`select name from lists where id = ${id}`).toEqual([{ name: 'Theirs' }])
  expect(await purgeOwnedRows(app.parts.sql)).toEqual(NOTHING)
})
