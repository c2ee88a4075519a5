import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { REVEALS_PER_DAY_MAX } from '#db/schema/contact-reveal.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { memberIn, newPerson, outcome, type Person, teamOf } from '#tests/support/teams.ts'

const EXPORTS_PER_DAY = 20
const SEATS = 2

let app: TestApp
/** People with contacts. */
let people: string[]
beforeAll(async () => {
  app = await testApp({
    people: 200,
    env: { EXPORT_CONTACTS_PER_DAY: String(EXPORTS_PER_DAY) },
  })
  const rows = await app.sql<{ id: string }[]>`
    select distinct candidate_id as id from candidate_contacts order by 1 limit 60`
  people = rows.map(({ id }) => id)
})
afterAll(() => app.close())

let owner: Person
let team: string
beforeEach(async () => {
  owner = await newPerson(app)
  team = await teamOf(app.sql, owner, { seats: SEATS })
  await app.sql`
    insert into entitlements (owner_id, tier, status) values (${team}, 'premium', 'active')`
})

/** Somebody who takes the one seat that is free, whose holder before was removed. */
async function next(): Promise<Person> {
  await app.sql`
    update team_members set ended_at = now()
    where team_id = ${team} and role <> 'owner' and ended_at is null`
  const person = await newPerson(app)
  await memberIn(app.sql, team, person, 'recruiter')
  return person
}

/** Sets how much of today is taken already. */
const setTaken = ({ revealed = 0, exported = 0 }) => app.sql`
  insert into team_contacts (team_id, day, revealed, exported)
  values (${team}, (now() at time zone 'utc')::date, ${revealed}, ${exported})`

/** @returns how many were revealed, and how many more may be today. */
async function reveal(person: Person, from: number, count: number) {
  const ids = people.slice(from, from + count)
  const response = await person.ask('POST', '/api/reveals', { ids })
  const body = (await response.json()) as { people?: unknown[]; remaining?: { today: number } }
  return [body.people?.length ?? 0, body.remaining?.today ?? 0]
}

async function left(person: Person) {
  const cost = await person.ask('POST', '/api/reveals/cost', { ids: people.slice(0, 1) })
  const { remaining } = (await cost.json()) as { remaining: { today: number } }
  const allowance = await person.ask('POST', '/api/export/allowance', {
    candidateIds: people.slice(0, 1),
  })
  const exports = (await allowance.json()) as { left: number }
  return [remaining.today, exports.left]
}

const exported = (person: Person, count: number) =>
  outcome(
    person.ask('POST', '/api/export', {
      candidateIds: people.slice(0, count),
      format: 'csv',
      source: 'search',
    }),
  )

it('a seat that changes hands brings no second day of reveals', async () => {
  await setTaken({ revealed: SEATS * REVEALS_PER_DAY_MAX - 20 })
  expect(await reveal(await next(), 0, 10)).toEqual([10, 10])
  expect(await reveal(await next(), 0, 5)).toEqual([5, 5])
  const third = await next()
  expect(await left(third)).toEqual([5, EXPORTS_PER_DAY])
  expect(await reveal(third, 20, 10)).toEqual([5, 0])
  // What it has revealed is free, for as long as for anybody.
  expect(await reveal(third, 20, 5)).toEqual([5, 0])
  expect(await outcome(owner.ask('POST', '/api/reveals', { ids: people.slice(0, 1) }))).toBe(
    '429 budget_spent',
  )
})

it('nor a second day of exported contacts', async () => {
  expect(await exported(await next(), EXPORTS_PER_DAY)).toBe('200')
  expect(await exported(await next(), 15)).toBe('200')
  const third = await next()
  expect(await left(third)).toEqual([REVEALS_PER_DAY_MAX, 5])
  const refused = await third.ask('POST', '/api/export', {
    ...{ candidateIds: people.slice(0, 6), format: 'csv', source: 'search' },
  })
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { error: { code: 'budget_spent', data: { people: 6, left: 5 } } },
  ])
  expect(await exported(third, 5)).toBe('200')
  expect(await left(third)).toEqual([REVEALS_PER_DAY_MAX, 0])
})

it('reveals and exports of members at once do not exceed what their seats allow', async () => {
  await setTaken({
    revealed: SEATS * REVEALS_PER_DAY_MAX - 3,
    exported: SEATS * EXPORTS_PER_DAY - 3,
  })
  const member = await next()
  const reveals = [owner, member].map((person) => reveal(person, 0, 2))
  const exports = [owner, member].map((person) => exported(person, 2))
  expect((await Promise.all(reveals)).sort()).toEqual([
    [1, 0],
    [2, 1],
  ])
  expect((await Promise.all(exports)).sort()).toEqual(['200', '429 budget_spent'])
})

it('a member with a plan of the own takes by it, and a viewer takes nothing of the team', async () => {
  const rich = await newPerson(app, { tier: 'premium' })
  await app.sql`update teams set seats = 0 where id = ${team}`
  await memberIn(app.sql, team, rich, 'recruiter')
  expect(await reveal(rich, 0, 3)).toEqual([3, REVEALS_PER_DAY_MAX - 3])
  expect(await exported(rich, 3)).toBe('200')
  expect(await app.sql`select from team_contacts where team_id = ${team}`).toHaveLength(0)
})

it('a reveal that is given back to a member is given back to the team', async () => {
  const member = await next()
  await setTaken({ revealed: SEATS * REVEALS_PER_DAY_MAX })
  expect(await left(owner)).toEqual([0, EXPORTS_PER_DAY])
  const [person = ''] = people
  await app.sql`
    insert into reveals (owner_id, candidate_id, revealed_at)
    values (${member.id}, ${person}, clock_timestamp())`
  await app.sql`
    insert into contact_reports
      (owner_id, candidate_id, kind, value_id, reason, state, confirmed_at, created_at)
    values (${member.id}, ${person}, 'work_email', 1, 'left', 'disputed', clock_timestamp(),
      clock_timestamp())`
  expect(await left(owner)).toEqual([1, EXPORTS_PER_DAY])
})
