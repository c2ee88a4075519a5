import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { keepFor, wireMutation } from '#tests/support/push.ts'
import { soon } from '#tests/support/soon.ts'
import { memberIn, newPerson, type Person, teamOf } from '#tests/support/teams.ts'
import { purgeCallClaims } from './call-claims.ts'

let app: TestApp
let team: string
let people: string[]
let ana: Person
let ben: Person
beforeAll(async () => {
  app = await testApp({ people: 30 })
  ana = await newPerson(app, { tier: 'premium' })
  ben = await newPerson(app)
  team = await teamOf(app.sql, ana)
  await memberIn(app.sql, team, ben, 'recruiter')
  const rows = await app.sql<{ id: string }[]>`select id from candidates order by ordinal limit 30`
  people = rows.map(({ id }) => id)
})
afterAll(() => app.close())
beforeEach(() => app.sql`delete from call_claims`)

/** @returns the account that has the claim afterwards. */
async function claim(
  { ask }: Person,
  candidate_id = people[0],
  call_id: string = crypto.randomUUID(),
): Promise<string> {
  const response = await ask('POST', `/api/teams/${team}/call-claims`, { candidate_id, call_id })
  expect(response.status).toBe(200)
  return ((await response.json()) as { by: string }).by
}

it('the first of two members has the person for 15 minutes, and may call again', async () => {
  expect(await claim(ana)).toBe(ana.id)
  expect(await claim(ben)).toBe(ana.id)
  expect(await claim(ana)).toBe(ana.id)
  const ages = () => app.sql`
    select extract(minutes from until - now())::integer as minutes, count(*)::integer
    from call_claims group by 1`
  expect(await ages()).toEqual([{ minutes: 14, count: 1 }])
  await app.sql`update call_claims set until = now()`
  expect(await claim(ben)).toBe(ben.id)
})

it('of members who press at once, the same one has it for all', async () => {
  for (const person of people) {
    const both = await Promise.all([
      claim(ana, person),
      claim(ben, person),
      claim(ana, person),
      claim(ben, person),
    ])
    expect(new Set(both).size).toBe(1)
  }
})

it.each([
  ['its outcome', { name: 'activities.complete', args: { outcome: 'no_answer' } }],
  ['a call that was not made', { name: 'activities.redact', args: {} }],
] as const)('%s ends the claim', async (_, { name, args }) => {
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()]
  await claim(ana, people[0], id)
  await claim(ana, people[1], other)
  const call = { owner: team, id, candidate_id: people[0] ?? '', kind: 'call' as const }
  await keepFor(app, ana.id, wireMutation('activities.add', call))
  expect(await claim(ben)).toBe(ana.id)
  await keepFor(app, ana.id, wireMutation(name, { owner: team, id, ...args } as never))
  expect(await claim(ben)).toBe(ben.id)
  expect(await claim(ben, people[1])).toBe(ana.id)
})

const claimed = () => app.sql<{ candidate_id: string }[]>`select candidate_id from call_claims`

it.each([
  [
    'who leaves the team',
    ({ id }: Person) =>
      app.sql`update team_members set ended_at = now() where user_id = ${id} and team_id = ${team}`,
  ],
  ['who deletes the account', ({ id }: Person) => app.sql`delete from users where id = ${id}`],
])('%s has no claim any more', async (_, end) => {
  const cleo = await newPerson(app)
  await memberIn(app.sql, team, cleo, 'recruiter')
  expect(await claim(cleo)).toBe(cleo.id)
  await claim(ben, people[1])
  await end(cleo)
  expect(await claimed()).toEqual([{ candidate_id: people[1] }])
  expect(await claim(ben)).toBe(ben.id)
})

it('a claim that is made while its member leaves does not stay', async () => {
  const cleo = await newPerson(app)
  await memberIn(app.sql, team, cleo, 'recruiter')
  let asked: Promise<Response> | undefined
  await app.sql.begin(async (tx) => {
    await tx`update team_members set ended_at = now() where user_id = ${cleo.id}`
    const call = { candidate_id: people[0], call_id: crypto.randomUUID() }
    asked = cleo.ask('POST', `/api/teams/${team}/call-claims`, call)
    await soon(async () => {
      const waiting = await app.sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and query like '%call_claims%'`
      expect(waiting).toHaveLength(1)
    })
  })
  expect((await asked)?.ok).toBe(false)
  expect(await claimed()).toEqual([])
})

it('claims that are over are deleted, and no others', async () => {
  await claim(ana, people[0])
  await claim(ana, people[1])
  await app.sql`
    update call_claims set until = now() - interval '1 second'
    where candidate_id = ${people[0] ?? ''}`
  await purgeCallClaims(app.sql)
  expect(await claimed()).toEqual([{ candidate_id: people[1] }])
})
