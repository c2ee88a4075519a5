import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { REVEALED_AT_ONCE_MAX, REVEALS_PER_DAY_MAX } from '#db/schema/contact-reveal.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'

const [ZENOBIA = '', IGNATIUS = '', , NAMELESS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const UNKNOWN = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

let app: TestApp
let strangers: string[]
beforeAll(async () => {
  app = await testApp({ people: 60 })
  const rows = await app.sql<{ candidate_id: string }[]>`
    select distinct candidate_id from candidate_contacts
    where candidate_id <> all(${[ZENOBIA, IGNATIUS, NAMELESS]}) order by 1`
  strangers = rows.map(({ candidate_id }) => candidate_id)
})
afterAll(() => app.close())
beforeEach(() => app.sql`delete from reveals`)

async function ask(path: string, ids: readonly string[], as: 'subscriber' | 'free' = 'subscriber') {
  const response = await app.request(path, { as, json: { ids } })
  return { status: response.status, body: await response.json() }
}
const spend = (count: number) => app.sql`
  insert into reveals (owner_id, candidate_id)
  select 'subscriber', gen_random_uuid() from generate_series(1, ${count})`

it('reveals several, each with a trace, and counts nobody twice', async () => {
  const { body } = await ask('/api/reveals', [ZENOBIA, UNKNOWN, IGNATIUS, ZENOBIA])
  expect(body).toMatchObject({
    people: [{ id: ZENOBIA }, { id: IGNATIUS }, { id: ZENOBIA }],
    remaining: { today: REVEALS_PER_DAY_MAX - 2 },
  })
  expect(body.people[0].contacts).toContainEqual(
    expect.objectContaining({ kind: 'personal_email', value: 'zenobia@example.com' }),
  )
  const traces = await app.sql`select candidate_id from reveals order by id`
  expect(traces.map(({ candidate_id }) => candidate_id).sort()).toEqual([ZENOBIA, IGNATIUS].sort())
  const [audited] = await app.sql`
    select count(*)::int as count from audit_log
    where actor_id = 'subscriber' and action = 'reveal' and subject_id in (${ZENOBIA}, ${IGNATIUS})`
  expect(audited?.count).toBe(2)
})

it('ends where the budget ends, and is refused where it does not reach the first', async () => {
  await spend(REVEALS_PER_DAY_MAX - 2)
  const some = strangers.slice(0, 4)
  const { body } = await ask('/api/reveals', some)
  expect(body).toMatchObject({
    people: some.slice(0, 2).map((id) => ({ id })),
    remaining: { today: 0 },
  })
  const refused = await ask('/api/reveals', some.slice(2))
  expect([refused.status, refused.body.error.code]).toEqual([429, 'budget_spent'])
  // Revealing the same people again is free.
  expect((await ask('/api/reveals', some.slice(0, 2))).body.people).toHaveLength(2)
})

it('says what it costs without revealing anybody', async () => {
  const { body: before } = await ask('/api/reveals/cost', [...strangers.slice(0, 5), UNKNOWN])
  expect(before).toEqual({ people: 5, remaining: { today: REVEALS_PER_DAY_MAX } })
  await ask('/api/reveals', strangers.slice(0, 2))
  await app.sql`update reveals set revealed_at = now() - interval '25 hours'
    where candidate_id = ${strangers[0] ?? ''}`
  const { body: after } = await ask('/api/reveals/cost', strangers.slice(0, 5))
  // The day has one reveal, because the other was long ago.
  expect(after).toEqual({ people: 4, remaining: { today: REVEALS_PER_DAY_MAX - 1 } })
})

it('tells of contacts what a profile tells, and no value', async () => {
  // The age of a registry's number that nobody verified is the registry's own date.
  await app.sql`update candidates set source_updated_at = '2026-03-04' where id = ${ZENOBIA}`
  await app.sql`
    update candidate_contacts set disputed_at = now()
    where candidate_id = ${ZENOBIA} and kind = 'phone'`
  const { status, body } = await ask('/api/candidates/contacts', [ZENOBIA, UNKNOWN], 'free')
  expect(status).toBe(200)
  const known = { source: 'test', value_id: expect.any(Number) }
  const checked = { ...known, verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }
  expect(body.people).toEqual([
    {
      id: ZENOBIA,
      contacts: [
        { ...known, kind: 'direct_phone', verified_at: null, listed_at: '2026-03-04T00:00:00Z' },
        { ...checked, kind: 'personal_email' },
        { ...checked, kind: 'phone', is_disputed: true },
        { ...checked, kind: 'work_email' },
      ],
    },
  ])
  expect(JSON.stringify(body)).not.toMatch(/example\.com|555-/)
  const profile = await app.request(`/api/candidates/${ZENOBIA}`, { as: 'free' })
  expect((await profile.json()).contacts).toEqual(body.people[0].contacts)
})

it.each(['/api/reveals', '/api/reveals/cost', '/api/candidates/contacts'])(
  '%s refuses nobody, too many and nonsense',
  async (path) => {
    const tooMany = Array.from({ length: 501 }, () => UNKNOWN)
    for (const ids of [[], tooMany, ['nonsense']]) {
      expect((await ask(path, ids)).status).toBe(400)
    }
  },
)

it('takes as many at once as it says, and no more', async () => {
  const ids = Array.from({ length: REVEALED_AT_ONCE_MAX + 1 }, () => UNKNOWN)
  expect((await ask('/api/reveals', ids)).status).toBe(400)
  expect((await ask('/api/reveals', ids.slice(1))).status).toBe(200)
})
