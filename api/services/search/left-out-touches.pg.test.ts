import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SearchFilters } from '#api/contract/search.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { keepFor, wireMutation } from '#tests/support/push.ts'
import { memberIn, newPerson, type Person, teamOf } from '#tests/support/teams.ts'

let app: TestApp
let ana: Person
let ben: Person
/** A team with both as members. */
let team: string
/** The ids of its people by ordinal, which begin at 1. */
let people: string[]
beforeAll(async () => {
  app = await testApp({ people: 10 })
  ana = await newPerson(app, { tier: 'premium' })
  ben = await newPerson(app)
  team = await teamOf(app.sql, ana)
  await memberIn(app.sql, team, ben, 'recruiter')
  const rows = await app.sql<{ id: string }[]>`select id from candidates order by ordinal`
  people = rows.map(({ id }) => id)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from activities`
  await app.sql`delete from do_not_contact`
})

const leftOutOf = ({ id }: Person, ...kinds: SearchFilters['leaveOut']) =>
  app.parts.excludedPeople(id, kinds)

/** @param owner the team; by default Ana's account */
async function called(ordinal: number, outcome: string | null, owner?: string): Promise<string> {
  const id = crypto.randomUUID()
  const of = owner === undefined ? {} : { owner }
  const candidate_id = people[ordinal - 1] ?? ''
  await keepFor(
    app,
    ana.id,
    wireMutation('activities.add', { ...of, id, candidate_id, kind: 'call' }),
  )
  if (outcome !== null) {
    const args = { ...of, id, outcome: outcome as 'talked', words: null, next_on: null }
    await keepFor(app, ana.id, wireMutation('activities.complete', args))
  }
  return id
}

describe('whom an account or its teams contacted', () => {
  it('is left out from the outcome on, until it is taken back', async () => {
    const id = await called(2, null)
    expect(await leftOutOf(ana, 'touched')).toEqual([])
    await keepFor(
      app,
      ana.id,
      wireMutation('activities.complete', { id, outcome: 'talked', words: null, next_on: null }),
    )
    expect(await leftOutOf(ana, 'touched')).toEqual([2])
    await keepFor(app, ana.id, wireMutation('activities.reopen', { id, outcome: 'talked' }))
    expect(await leftOutOf(ana, 'touched')).toEqual([])
  })

  it('is left out of the searches of every member, and of nobody else', async () => {
    await called(3, 'voicemail', team)
    await called(4, 'voicemail')
    expect(await leftOutOf(ana, 'touched')).toEqual([3, 4])
    expect(await leftOutOf(ben, 'touched')).toEqual([3])
    const former = await newPerson(app)
    const membership = await memberIn(app.sql, team, former, 'recruiter')
    expect(await leftOutOf(former, 'touched')).toEqual([3])
    await app.sql`update team_members set ended_at = now() where id = ${membership}`
    expect(await leftOutOf(former, 'touched')).toEqual([])
  })

  it('of late is within 90 days', async () => {
    for (const [ordinal, days] of [
      [5, 89],
      [6, 91],
    ] as const) {
      const id = await called(ordinal, 'no_answer')
      await app.sql`
        update activities set happened_at = now() - make_interval(days => ${days}) where id = ${id}`
    }
    expect(await leftOutOf(ana, 'touched_of_late')).toEqual([5])
    expect(await leftOutOf(ana, 'touched')).toEqual([5, 6])
    expect(await leftOutOf(ana, 'touched', 'touched_of_late')).toEqual([5, 6])
  })
})

it('who must not be contacted is left out for as long as the mark holds', async () => {
  const marked = async (ordinal: number, until: string | null) => {
    const id = crypto.randomUUID()
    const candidate_id = people[ordinal - 1] ?? ''
    const args = { owner: team, id, candidate_id, reason: 'Asked', until }
    await keepFor(app, ana.id, wireMutation('people.stop', args))
    return { id, candidate_id }
  }
  const { id: mark_id, candidate_id } = await marked(7, null)
  await marked(8, new Date().toISOString().slice(0, 10))
  expect(await leftOutOf(ben, 'stopped')).toEqual([7, 8])
  expect(await leftOutOf(ben, 'touched')).toEqual([])
  const lift = { owner: team, id: crypto.randomUUID(), candidate_id, mark_id }
  await keepFor(app, ana.id, wireMutation('people.resume', lift))
  expect(await leftOutOf(ben, 'stopped')).toEqual([8])
  await app.sql`update do_not_contact set until = '2020-01-01'`
  expect(await leftOutOf(ben, 'stopped')).toEqual([])
})

it('a search leaves them out', async () => {
  const [person] = await app.sql<{ id: string; last_name: string }[]>`
    select id, last_name from candidates where ordinal = 9`
  const found = async () => {
    const filters = { query: person?.last_name, leaveOut: ['touched', 'stopped'] }
    const response = await ana.ask('POST', '/api/search', { filters, limit: 25 })
    const { data } = (await response.json()) as { data: { id: string }[] }
    return data.some(({ id }) => id === person?.id)
  }
  expect(await found()).toBe(true)
  await called(9, 'talked', team)
  expect(await found()).toBe(false)
})
