import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ContactReportRow, REPORTS_PER_DAY_MAX } from '#db/schema/contact-reports.ts'
import { REVEALS_PER_DAY_MAX } from '#db/schema/contact-reveal.ts'
import type { MutationArgs } from '#sync/contract/mutations.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { PushResponse } from '#sync/contract/wire.ts'
import { anotherProcess } from '#tests/support/another-process.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { wireMutation } from '#tests/support/push.ts'
import { PATIENCE } from '#tests/support/soon.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'

const [ZENOBIA = '', IGNATIUS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const NUMBER = '(806) 555-0147'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0, hasShapes: true })
})
afterAll(() => app.close())

let value_id = 0
beforeEach(async () => {
  await app.sql`delete from contact_reports`
  // A new row is a contact that nobody has reported.
  await app.sql`delete from candidate_contacts where candidate_id = ${ZENOBIA} and kind = 'phone'`
  const [contact] = await app.sql<{ value_id: number }[]>`
    insert into candidate_contacts (candidate_id, kind, value, source, verified_at)
    values (${ZENOBIA}, 'phone', ${NUMBER}, 'nppes', now() - interval '12 days')
    returning value_id`
  value_id = contact?.value_id ?? 0
})

let networks = 0
interface Reporter {
  id: string
  headers: Record<string, string>
}
/** A new account with a plan, signed in. */
async function newReporter({ hasRevealed = true } = {}): Promise<Reporter> {
  const email = `${randomUUID()}@clinidex.test`
  const headers = await app.asUser(email)
  const [user] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
  const id = user?.id ?? ''
  await app.sql`insert into entitlements (user_id, tier, status) values (${id}, 'basic', 'active')`
  const reporter = { id, headers }
  if (hasRevealed) await reveal(reporter)
  return reporter
}

async function reveal({ headers }: Reporter, person = ZENOBIA) {
  const network = `2001:db8:1:${(++networks).toString(16)}::1`
  const path = `/api/candidates/${person}/contact`
  const response = await app.request(path, { as: 'session', method: 'POST', headers, network })
  return (await response.json()) as {
    contacts: { kind: string; value: string; value_id: number; is_disputed?: true }[]
    remaining: { today: number }
  }
}

type Report = MutationArgs<'contacts.report'>
const REPORT = () =>
  ({ candidate_id: ZENOBIA, kind: 'phone', value_id, reason: 'not_in_service' }) satisfies Report

async function push({ id, headers }: Reporter, mutation: ReturnType<typeof wireMutation>) {
  const json = { version: CONTRACT_VERSION, user_id: id, mutations: [mutation] }
  const response = await app.request('/api/mutations', { as: 'session', headers, json })
  const [result] = ((await response.json()) as PushResponse).results
  return result?.status === 'rejected' ? result.code : result?.status
}
const report = (by: Reporter, args: Partial<Report> = {}) =>
  push(by, wireMutation('contacts.report', { ...REPORT(), ...args }))
const withdraw = (by: Reporter) => {
  const { reason: _, ...contact } = REPORT()
  return push(by, wireMutation('contacts.withdraw', contact))
}

const stateOf = async ({ id }: Reporter) => {
  const [row] = await app.sql<ContactReportRow[]>`
    select * from contact_reports where owner_id = ${id}`
  return row?.state
}
/** The public facts about the number. */
async function known(request = (path: string) => app.request(path)) {
  const answer = await (await request(`/api/candidates/${ZENOBIA}`)).json()
  const { contacts } = answer as { contacts: { kind: string }[] }
  return contacts.find(({ kind }) => kind === 'phone')
}
const disputed = async () => (await known())?.['is_disputed' as never] === true

describe('what everybody may know of a contact', () => {
  it('is its kind, its age, where it is from and a name of the value: never the value', async () => {
    expect(await known()).toEqual({
      kind: 'phone',
      verified_at: expect.stringMatching(/Z$/),
      source: 'nppes',
      value_id,
    })
    expect(String(value_id)).not.toContain('5550147')
    await app.sql`update candidate_contacts set verified_at = null where candidate_id = ${ZENOBIA}`
    await app.sql`
      update candidates set source = 'nppes', source_updated_at = '2026-01-02' where id = ${ZENOBIA}`
    expect(await known()).toMatchObject({ verified_at: null, listed_at: '2026-01-02T00:00:00Z' })
    const { contacts } = await reveal(await newReporter())
    expect(contacts).toContainEqual({
      ...{ kind: 'phone', value: NUMBER, source: 'nppes', value_id, verified_at: null },
      listed_at: '2026-01-02T00:00:00Z',
    })
  })

  it('names another value by another number', async () => {
    await app.sql`update candidate_contacts set value = '(806) 555-0148' where candidate_id = ${ZENOBIA}`
    expect(await known()).not.toMatchObject({ value_id })
  })
})

describe('a report', () => {
  it('is kept once per account and value, and changes nothing for others', async () => {
    const ana = await newReporter()
    expect(await report(ana)).toBe('applied')
    expect(await report(ana, { reason: 'left' })).toBe('applied')
    const rows = await app.sql`select * from contact_reports`
    expect(rows).toMatchObject([{ owner_id: ana.id, reason: 'not_in_service', state: 'received' }])
    expect(JSON.stringify(rows)).not.toMatch(/555-?0147/)
    expect(await disputed()).toBe(false)
  })

  it('is for those alone who revealed the contact; nobody learns who is in the directory', async () => {
    const stranger = await newReporter({ hasRevealed: false })
    expect(await report(stranger)).toBe('gone')
    expect(await report(stranger, { candidate_id: randomUUID() })).toBe('gone')
    expect(await app.sql`select from contact_reports`).toHaveLength(0)
  })

  it('is refused past the limit of a day', async () => {
    const ana = await newReporter()
    for (let number = 1; number <= REPORTS_PER_DAY_MAX; number += 1) {
      expect(await report(ana, { value_id: number })).toBe('applied')
    }
    expect(await report(ana)).toBe('quota_reached')
    await app.sql`update contact_reports set created_at = created_at - interval '25 hours'`
    expect(await report(ana)).toBe('applied')
  })

  it('of a value that is another one by now says so', async () => {
    const ana = await newReporter()
    expect(await report(ana, { value_id: value_id + 1 })).toBe('applied')
    expect(await stateOf(ana)).toBe('replaced')
  })
})

describe('two independent reports', () => {
  it('lower a contact for everybody, in every process, and both reporters are told', async () => {
    const [ana, ben] = [await newReporter(), await newReporter()]
    const other = await anotherProcess(app)
    const asked = { filters: { organization: ['Mercy'], hasContact: ['mobile'] } }
    const found = async () => {
      const { headers } = ana
      const response = await app.request('/api/search', { as: 'session', headers, json: asked })
      return ((await response.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
    }
    await app.sql`update candidates set organization = 'Mercy Reported' where id = ${ZENOBIA}`
    await vi.waitUntil(async () => (await found()).includes(ZENOBIA), PATIENCE)
    await report(ana)
    await report(ben, { reason: 'someone_else' })
    expect(await disputed()).toBe(true)
    expect(await known(async (path) => other.request(path))).toMatchObject({ is_disputed: true })
    await other.close()
    expect([await stateOf(ana), await stateOf(ben)]).toEqual(['disputed', 'disputed'])
    const { contacts } = await reveal(ana)
    expect(contacts.find(({ kind }) => kind === 'phone')).toMatchObject({ is_disputed: true })
    // A search for people with a mobile number does not find this one.
    await vi.waitUntil(async () => !(await found()).includes(ZENOBIA), PATIENCE)
  })

  it('at once are both counted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = [await newReporter(), await newReporter()]
      await app.sql`delete from contact_reports`
      await app.sql`update candidate_contacts set disputed_at = null`
      await Promise.all(pair.map((by) => report(by)))
      expect(await disputed()).toBe(true)
      expect(await Promise.all(pair.map(stateOf))).toEqual(['disputed', 'disputed'])
    }
  })

  it('are not two of one team, also after one has left it', async () => {
    const [ana, ben] = [await newReporter(), await newReporter()]
    await memberIn(app.sql, await teamOf(app.sql, ana), ben, 'recruiter')
    await report(ana)
    await report(ben)
    expect(await disputed()).toBe(false)
    await app.sql`update team_members set ended_at = now() where user_id = ${ben.id}`
    await withdraw(ben)
    await report(ben)
    expect(await disputed()).toBe(false)
    await report(await newReporter())
    expect(await disputed()).toBe(true)
    expect([await stateOf(ana), await stateOf(ben)]).toEqual(['disputed', 'disputed'])
  })

  it('are not two of one demo account, nor one of a banned account', async () => {
    const [demo, banned, ana] = [await newReporter(), await newReporter(), await newReporter()]
    const [first, last] = ['!first', '~last']
    for (const id of [first, last]) {
      await app.sql`
        insert into users (id, name, email, email_verified, banned_at)
        values (${id}, ${id}, ${`${randomUUID()}@clinidex.test`}, true, now())`
      await app.sql`insert into reveals (owner_id, candidate_id) values (${id}, ${ZENOBIA})`
    }
    for (const guest of [await newReporter(), await newReporter()]) {
      await app.sql`update users set demo_of = ${demo.id} where id = ${guest.id}`
      await app.sql`
        insert into contact_reports (owner_id, candidate_id, kind, value_id, reason, state, created_at)
        values (${guest.id}, ${ZENOBIA}, 'phone', ${value_id}, 'left', 'received', now())`
    }
    expect(await disputed()).toBe(false)
    await app.sql`delete from contact_reports`
    await report(banned)
    await app.sql`update users set banned_at = now() where id = ${banned.id}`
    // The banned account must not count, whichever of the two has the smaller id.
    await app.sql`
      insert into contact_reports (owner_id, candidate_id, kind, value_id, reason, state, created_at)
      select id, ${ZENOBIA}, 'phone', ${value_id}, 'left', 'received', now()
      from users where id in (${first}, ${last})`
    await report(ana)
    expect(await disputed()).toBe(false)
  })

  it('become one when the other is withdrawn', async () => {
    const [ana, ben] = [await newReporter(), await newReporter()]
    await report(ana)
    await report(ben)
    expect(await withdraw(ben)).toBe('applied')
    expect(await disputed()).toBe(false)
    expect([await stateOf(ana), await stateOf(ben)]).toEqual(['received', 'withdrawn'])
    await report(ben)
    expect(await disputed()).toBe(true)
  })

  it('stand when a reporter leaves Clinidex', async () => {
    const [ana, ben] = [await newReporter(), await newReporter()]
    await report(ana)
    await report(ben)
    await app.sql`delete from users where id = ${ana.id}`
    expect(await app.sql`select from contact_reports`).toHaveLength(1)
    expect(await disputed()).toBe(true)
  })
})

describe('a disputed contact', () => {
  const setPhone = (values: Record<string, unknown>) => app.sql`
    update candidate_contacts set ${app.sql(values)}
    where candidate_id = ${ZENOBIA} and kind = 'phone'`
  let reporters: Reporter[] = []
  const states = () => Promise.all(reporters.map(stateOf))
  beforeEach(async () => {
    reporters = [await newReporter(), await newReporter()]
    for (const by of reporters) await report(by)
    expect(await disputed()).toBe(true)
  })

  it('is restored by another value, and its reporters are told', async () => {
    await setPhone({ value: '(806) 555-0148' })
    expect(await disputed()).toBe(false)
    expect(await states()).toEqual(['replaced', 'replaced'])
  })

  it('is restored by a check after the reports, and can be reported again', async () => {
    await setPhone({ verified_at: new Date(Date.now() - 3_600_000) })
    expect([await disputed(), ...(await states())]).toEqual([true, 'disputed', 'disputed'])
    await setPhone({ verified_at: new Date(Date.now() + 1000) })
    expect([await disputed(), ...(await states())]).toEqual([false, 'checked', 'checked'])
    await setPhone({ verified_at: new Date(Date.now() - 3_600_000) })
    for (const by of reporters) await report(by)
    expect([await disputed(), ...(await states())]).toEqual([true, 'disputed', 'disputed'])
  })

  it('is told to be gone where the source takes it out', async () => {
    await app.sql`delete from candidate_contacts where candidate_id = ${ZENOBIA} and kind = 'phone'`
    expect(await states()).toEqual(['replaced', 'replaced'])
  })
})

describe('a reveal of a contact that is wrong', () => {
  it('is given back to its day once an independent report agrees, and not before', async () => {
    const [ana, ben, cleo] = [await newReporter(), await newReporter(), await newReporter()]
    const left = async (of: Reporter) => (await reveal(of)).remaining.today
    await report(ana)
    expect(await left(ana)).toBe(REVEALS_PER_DAY_MAX - 1)
    await report(ben)
    expect([await left(ana), await left(ben)]).toEqual([REVEALS_PER_DAY_MAX, REVEALS_PER_DAY_MAX])
    // An account that did not report it paid for a number that nobody doubted at the time.
    expect(await left(cleo)).toBe(REVEALS_PER_DAY_MAX - 1)
    // Showing it once more is still free.
    expect(await left(ana)).toBe(REVEALS_PER_DAY_MAX)
    await withdraw(ben)
    expect(await left(ben)).toBe(REVEALS_PER_DAY_MAX - 1)
  })

  it('stays given back when the value is replaced', async () => {
    const [ana, ben] = [await newReporter(), await newReporter()]
    await report(ana)
    await report(ben)
    await app.sql`update candidate_contacts set value = '(806) 555-0148' where candidate_id = ${ZENOBIA} and kind = 'phone'`
    expect((await reveal(ana)).remaining.today).toBe(REVEALS_PER_DAY_MAX)
  })

  describe('on an earlier day', () => {
    const DAY_START = "date_trunc('day', now())"
    /** Sets the time of a person's reveal, by an SQL expression. */
    const revealedAt = ({ id }: Reporter, time: string, person = ZENOBIA) => app.sql`
      update reveals set revealed_at = ${app.sql.unsafe(time)}
      where owner_id = ${id} and candidate_id = ${person}`
    const confirmedAt = ({ id }: Reporter, time: string) => app.sql`
      update contact_reports set confirmed_at = ${app.sql.unsafe(time)}
      where owner_id = ${id} and confirmed_at is not null`
    const leftOf = async ({ headers }: Reporter) => {
      const json = { ids: [ZENOBIA] }
      const response = await app.request('/api/reveals/cost', { as: 'session', headers, json })
      return ((await response.json()) as { remaining: { today: number } }).remaining.today
    }

    /**
     * A reporter who revealed and reported the day before, while another account has not yet
     * reported it.
     */
    async function reportedTheDayBefore(): Promise<Reporter> {
      const ana = await newReporter()
      await revealedAt(ana, `${DAY_START} - interval '3 hours'`)
      await report(ana)
      await app.sql`
        update contact_reports set created_at = ${app.sql.unsafe(DAY_START)} - interval '2 hours'
        where owner_id = ${ana.id}`
      return ana
    }

    it('is given back to the day on which the other agrees', async () => {
      const ana = await reportedTheDayBefore()
      expect(await leftOf(ana)).toBe(REVEALS_PER_DAY_MAX)
      await report(await newReporter())
      expect(await stateOf(ana)).toBe('disputed')
      expect(await leftOf(ana)).toBe(REVEALS_PER_DAY_MAX + 1)
      // It is spent again: the day has one more reveal than other days.
      const { remaining } = await reveal(ana, IGNATIUS)
      expect(remaining.today).toBe(REVEALS_PER_DAY_MAX)
      // A day later the reveal is in the past.
      await revealedAt(ana, `${DAY_START} - interval '1 hour'`, IGNATIUS)
      await confirmedAt(ana, `${DAY_START} - interval '1 minute'`)
      expect(await leftOf(ana)).toBe(REVEALS_PER_DAY_MAX)
    })

    it('is given back once, whichever of its contacts are wrong', async () => {
      const ana = await reportedTheDayBefore()
      const ben = await newReporter()
      await report(ben)
      await app.sql`
        insert into contact_reports
          (owner_id, candidate_id, kind, value_id, reason, state, confirmed_at, created_at)
        select owner_id, candidate_id, 'work_email', 1, reason, state, confirmed_at, created_at
        from contact_reports where owner_id = ${ana.id}`
      expect(await leftOf(ana)).toBe(REVEALS_PER_DAY_MAX + 1)
      await app.sql`
        update contact_reports set confirmed_at = ${app.sql.unsafe(DAY_START)} - interval '1 hour'
        where owner_id = ${ana.id} and kind = 'work_email'`
      expect(await leftOf(ana)).toBe(REVEALS_PER_DAY_MAX)
    })

    it('is each of two, where a contact was reported after either', async () => {
      const ana = await reportedTheDayBefore()
      await report(await newReporter())
      await app.sql`insert into reveals (owner_id, candidate_id) values (${ana.id}, ${ZENOBIA})`
      await app.sql`
        insert into contact_reports
          (owner_id, candidate_id, kind, value_id, reason, state, confirmed_at, created_at)
        select owner_id, candidate_id, 'work_email', 1, reason, state, now(), now()
        from contact_reports where owner_id = ${ana.id}`
      expect(await leftOf(ana)).toBe(REVEALS_PER_DAY_MAX - 1 + 2)
    })

    it('is the last one before the report, of a person who was revealed several times', async () => {
      const ana = await reportedTheDayBefore()
      await app.sql`
        insert into reveals (owner_id, candidate_id, revealed_at)
        select ${ana.id}, ${ZENOBIA}, ${app.sql.unsafe(DAY_START)} - days * interval '30 hours'
        from generate_series(1, 3) days`
      await report(await newReporter())
      expect(await leftOf(ana)).toBe(REVEALS_PER_DAY_MAX + 1)
    })
  })
})
