import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REVEALS_PER_DAY_MAX } from '#db/schema/contact-reveal.ts'
import { anotherProcess } from '#tests/support/another-process.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { CAST_ENV, castOf, idOfPart, type Part } from '#tests/support/cast.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'

const [ZENOBIA = '', IGNATIUS = '', , NAMELESS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const UNKNOWN = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

let app: TestApp
let cast: Awaited<ReturnType<typeof castOf>>
beforeAll(async () => {
  app = await testApp({ env: CAST_ENV })
  cast = await castOf(app)
})
afterAll(() => app.close())
beforeEach(() => app.sql`delete from reveals`)

let networks = 0
/** Each request has its own network, so that only the limit under test applies. */
function reveal(part: Part, id: string, network = `2001:db8:0:${(++networks).toString(16)}::1`) {
  const path = `/api/candidates/${id}/contact`
  return app.request(path, { as: 'session', method: 'POST', headers: cast[part], network })
}

interface Answer {
  contacts: { kind: string; value: string; source: string; verified_at: string | null }[]
  remaining: { today: number }
  error: { code: string; data: { resetsAt: string } }
}
const bodyOf = async (response: Response) => (await response.json()) as Answer
const reveals = () => app.sql`select owner_id, candidate_id from reveals`
/** The contacts of this many different people. */
const strangers = async (count: number) => {
  const rows = await app.sql<{ candidate_id: string }[]>`
    select distinct candidate_id from candidate_contacts order by 1 limit ${count}`
  return rows.map((row) => row.candidate_id)
}
/** Inserts reveals of other people into the account's day. */
const spend = (accountId: string, count: number, at = 'clock_timestamp()') => app.sql`
  insert into reveals (owner_id, candidate_id, revealed_at)
  select ${accountId}, gen_random_uuid(), ${app.sql.unsafe(at)}
  from generate_series(1, ${count})`

describe('a reveal', () => {
  it('REVEAL-02 answers every contact with where it is from and how fresh it is', async () => {
    const response = await reveal('monthly', ZENOBIA)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    const { contacts } = await bodyOf(response)
    expect(contacts).toContainEqual({
      kind: 'personal_email',
      value: 'zenobia@example.com',
      source: 'test',
      verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/),
      value_id: expect.any(Number),
    })
    expect(contacts).toHaveLength(4)
  })

  it('leaves a trace without the contact', async () => {
    const owner = await idOfPart(app, 'annual')
    await reveal('annual', ZENOBIA, '192.0.2.7')
    expect(await reveals()).toEqual([{ owner_id: owner, candidate_id: ZENOBIA }])
    const [entry] = await app.sql`
      select * from audit_log where actor_id = ${owner} and action = 'reveal'
      order by id desc limit 1`
    expect(entry).toMatchObject({ action: 'reveal', subject_id: ZENOBIA, network: '192.0.2.7' })
    expect(JSON.stringify(entry)).not.toMatch(/example\.com|806-555/)
  })

  it.each(['visitor', 'free', 'demo'] as const)(
    'REVEAL-04 REVEAL-03 DEMO-11 is refused to %s, for known people and unknown, and leaves no trace',
    async (part) => {
      const answers = await Promise.all(
        [ZENOBIA, UNKNOWN].map(async (id) => {
          const response = await reveal(part, id)
          return [response.status, await response.text()]
        }),
      )
      expect(answers[0]?.[0]).toBe(403)
      expect(answers[0]).toEqual(answers[1])
      expect(await reveals()).toEqual([])
    },
  )

  it('of an unknown person is not found and costs nothing', async () => {
    expect((await reveal('annual', UNKNOWN)).status).toBe(404)
    expect(await reveals()).toEqual([])
  })

  it('REVEAL-12 of a person without contacts answers none and costs nothing', async () => {
    const answer = await bodyOf(await reveal('annual', NAMELESS))
    expect(answer).toEqual({ contacts: [], remaining: { today: REVEALS_PER_DAY_MAX } })
    expect(await reveals()).toEqual([])
  })

  it('REVEAL-08 of the same person costs nothing for 24 hours and counts anew afterwards', async () => {
    const left = async () => (await bodyOf(await reveal('annual', ZENOBIA))).remaining.today
    expect(await left()).toBe(REVEALS_PER_DAY_MAX - 1)
    expect(await left()).toBe(REVEALS_PER_DAY_MAX - 1)
    expect(await reveals()).toHaveLength(1)
    await app.sql`update reveals set revealed_at = now() - interval '23 hours 59 minutes'`
    await left()
    expect(await reveals()).toHaveLength(1)
    await app.sql`update reveals set revealed_at = now() - interval '24 hours 1 minute'`
    await left()
    expect(await reveals()).toHaveLength(2)
  })

  it('REVEAL-10 asked for twice at once is one reveal', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => reveal('annual', ZENOBIA)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await reveals()).toHaveLength(1)
  })
})

const LATE_YESTERDAY = "date_trunc('day', clock_timestamp()) - interval '1 second'"

describe('the daily budget', () => {
  it('is not overrun by a burst, and says when it is there again', async () => {
    const owner = await idOfPart(app, 'monthly')
    await spend(owner, REVEALS_PER_DAY_MAX - 3)
    const answers = await Promise.all((await strangers(20)).map((id) => reveal('monthly', id)))
    const bodies = await Promise.all(answers.map(bodyOf))
    const given = bodies.filter(({ contacts }) => contacts)
    expect(given.map(({ remaining }) => remaining.today).sort()).toEqual([0, 1, 2])
    const refused = bodies.filter(({ error }) => error?.code === 'budget_spent')
    expect(refused).toHaveLength(17)
    const resetsAt = new Date(refused[0]?.error.data.resetsAt ?? '')
    expect(resetsAt.getTime()).toBeGreaterThan(Date.now())
    expect(resetsAt.getTime()).toBeLessThanOrEqual(Date.now() + 86_400_000)
    expect(resetsAt.toISOString()).toMatch(/T00:00:00\.000Z$/)
    expect(await reveals()).toHaveLength(REVEALS_PER_DAY_MAX)
  })

  it('is for an account and a day: others and yesterday do not count', async () => {
    await spend(await idOfPart(app, 'monthly'), REVEALS_PER_DAY_MAX)
    await spend(await idOfPart(app, 'annual'), REVEALS_PER_DAY_MAX, LATE_YESTERDAY)
    expect((await reveal('monthly', ZENOBIA)).status).toBe(429)
    const { remaining } = await bodyOf(await reveal('annual', ZENOBIA))
    expect(remaining.today).toBe(REVEALS_PER_DAY_MAX - 1)
  })

  it('still shows who was revealed already when it is spent', async () => {
    await reveal('annual', ZENOBIA)
    await spend(await idOfPart(app, 'annual'), REVEALS_PER_DAY_MAX)
    expect((await reveal('annual', ZENOBIA)).status).toBe(200)
    expect((await reveal('annual', IGNATIUS)).status).toBe(429)
  })
})

describe('a demo grant', () => {
  it('DEMO-07 DEMO-08 opens the reveal, counts each use and closes at the last, also in a burst', async () => {
    const headers = await app.asUser('trial@clinidex.test')
    await app.sql`
      insert into demo_grants (user_id, feature_type, max_uses)
      select id, 'viewContactInfo', 2 from users where email = 'trial@clinidex.test'`
    const ask = (id: string) =>
      app.request(`/api/candidates/${id}/contact`, { as: 'session', method: 'POST', headers })
    const statuses = await Promise.all(
      (await strangers(6)).map(async (id) => (await ask(id)).status),
    )
    expect(statuses.sort()).toEqual([200, 200, 403, 403, 403, 403])
    expect(await reveals()).toHaveLength(2)
    const [grant] = await app.sql`select uses_count from demo_grants where max_uses = 2`
    expect(grant?.uses_count).toBe(2)
    expect((await ask(ZENOBIA)).status).toBe(403)
  })

  it('DEMO-07 without a limit is used before one of so many uses, and of those full access last', async () => {
    const email = 'several@clinidex.test'
    const headers = await app.asUser(email)
    const [first = '', second = ''] = await strangers(2)
    const used = async (id: string) => {
      await app.request(`/api/candidates/${id}/contact`, { as: 'session', method: 'POST', headers })
      const rows = await app.sql<{ uses: string }[]>`
        select feature_type || ' ' || uses_count as uses from demo_grants
        where user_id = (select id from users where email = ${email}) order by feature_type`
      return rows.map(({ uses }) => uses)
    }
    await app.sql`
      insert into demo_grants (user_id, feature_type, max_uses)
      select id, feature, 1 from users, unnest(array['full_access', 'viewContactInfo']) feature
      where email = ${email}`
    expect(await used(first)).toEqual(['full_access 0', 'viewContactInfo 1'])
    await app.sql`
      update demo_grants set max_uses = null where feature_type = 'full_access' and user_id =
        (select id from users where email = ${email})`
    await app.sql`
      update demo_grants set max_uses = 2 where feature_type = 'viewContactInfo' and user_id =
        (select id from users where email = ${email})`
    expect(await used(second)).toEqual(['full_access 1', 'viewContactInfo 1'])
  })

  it('DEMO-02 that has run out opens nothing', async () => {
    const headers = await app.asUser('late@clinidex.test')
    await app.sql`
      insert into demo_grants (user_id, feature_type, expires_at)
      select id, 'full_access', now() - interval '1 second' from users
      where email = 'late@clinidex.test'`
    const path = `/api/candidates/${ZENOBIA}/contact`
    const response = await app.request(path, { as: 'session', method: 'POST', headers })
    expect(response.status).toBe(403)
  })
})

describe('the limit a minute', () => {
  it('holds for an account on however many networks', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 61; call += 1) {
      statuses.push((await reveal('enterprise', UNKNOWN)).status)
    }
    expect(statuses.slice(0, 60)).not.toContain(429)
    expect(statuses[60]).toBe(429)
  })

  it('is one for all processes', async () => {
    const other = await anotherProcess(app)
    const headers = await app.asUser('twice@clinidex.test')
    await app.sql`
      insert into entitlements (user_id, tier, status)
      select id, 'basic', 'active' from users where email = 'twice@clinidex.test'`
    const path = `/api/candidates/${UNKNOWN}/contact`
    const statuses: number[] = []
    for (let call = 0; call < 31; call += 1) {
      const here = await app.request(path, { as: 'session', method: 'POST', headers })
      const there = await other.request(path, { method: 'POST', headers })
      statuses.push(here.status, there.status)
    }
    expect(statuses).toEqual([...Array(60).fill(404), 429, 429])
    await other.close()
  })

  it('holds for a network, whichever account calls, and believes no header about it', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 121 }, async (_, call) => {
        const response = await app.request(`/api/candidates/${UNKNOWN}/contact`, {
          as: 'session',
          method: 'POST',
          headers: { 'X-Forwarded-For': `198.51.100.${call}` },
          network: '203.0.113.1',
        })
        return response.status
      }),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
