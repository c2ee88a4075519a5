import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminFigures } from '#api/contract/admin-figures.ts'
import type { AdminStatistics } from '#api/contract/admin-statistics.ts'
import { CONTACT_AGES } from '#api/contract/figure-names.ts'
import type { SpecialtyCount } from '#api/contract/search.ts'
import { updateFigures } from '#api/services/figures/update-figures.ts'
import { SEATS_MAX } from '#db/schema/teams.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { teamOf } from '#tests/support/teams.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 60 })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from daily_figures`
  await app.sql`delete from candidate_submissions`
  await app.sql`delete from users where id like 'f-%'`
})

const today = () => new Date().toISOString().slice(0, 10)
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
const dayText = (daysAgo: number) => day(daysAgo).toISOString().slice(0, 10)

async function figures(query = 'days=7'): Promise<AdminFigures> {
  const response = await app.request(`/api/admin/figures?${query}`, { as: 'admin' })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as AdminFigures
}

async function user(daysAgo: number, more: object = {}): Promise<string> {
  const id = `f-${randomUUID()}`
  await app.sql`insert into users ${app.sql({
    ...{ id, name: id, email: `${id}@example.com`, email_verified: true },
    ...{ created_at: day(daysAgo), ...more },
  })}`
  return id
}

const figure = (name: string, at: number, value: number, key = '') =>
  app.sql`insert into daily_figures (figure, day, key, value) values (${name}, ${dayText(at)}, ${key}, ${value})`

describe('figures by the day', () => {
  it('counts sign-ups, reveals and exports of each day and of the days before, without demo guests', async () => {
    const owner = await user(3)
    await user(3, { demo_of: owner })
    await user(9)
    const person = KNOWN_PEOPLE[0]?.id ?? ''
    await app.sql`
      insert into reveals (owner_id, candidate_id, revealed_at) values
        (${owner}, ${person}, ${day(1)}), (${owner}, ${person}, ${day(1)}), (${owner}, ${person}, ${day(8)})`
    await app.sql`
      insert into export_logs (owner_id, export_date, export_count, format, file_name, columns)
      values (${owner}, ${day(0)}, 25, 'csv', 'a.csv', '{}')`
    const { series, from, to, before_from, step, starts } = await figures()
    expect({ from, to, before_from, step }).toEqual({
      ...{ from: dayText(6), to: today(), before_from: dayText(13), step: 1 },
    })
    expect(starts).toEqual([6, 5, 4, 3, 2, 1, 0].map(dayText))
    // The accounts of the roles signed up today.
    expect(series.sign_ups.points.slice(0, 6)).toEqual([0, 0, 0, 1, 0, 0])
    expect(series.sign_ups.before).toEqual([0, 0, 0, 0, 1, 0, 0])
    expect(series.reveals).toEqual({
      ...{
        points: [0, 0, 0, 0, 0, 2, 0],
        before: [0, 0, 0, 0, 0, 1, 0],
        total: 2,
        total_before: 1,
      },
    })
    expect(series.exports).toMatchObject({ points: [0, 0, 0, 0, 0, 0, 1], total: 1 })
  })

  it('says the same once the days are closed, and still once the account is deleted', async () => {
    const owner = await user(5)
    await app.sql`
      insert into reveals (owner_id, candidate_id, revealed_at)
      values (${owner}, ${KNOWN_PEOPLE[0]?.id ?? ''}, ${day(4)})`
    const before = (await figures()).series
    await updateFigures(app.sql)
    await updateFigures(app.sql)
    const { sign_ups, reveals, exports } = (await figures()).series
    expect({ sign_ups, reveals, exports }).toEqual({
      ...{ sign_ups: before.sign_ups, reveals: before.reveals, exports: before.exports },
    })
    await app.sql`delete from users where id = ${owner}`
    const after = (await figures()).series
    expect(after.sign_ups.points[1]).toBe(1)
    expect(after.reveals.points[2]).toBe(1)
  })
})

describe('closed days with those since are what plain SQL counts over all rows', () => {
  const DAYS = 8
  const MIDNIGHT = 86_400_000
  let owner = ''

  /** Inserts rows at the first and last instants of a day, and between them. */
  async function rowsOf(daysAgo: number): Promise<void> {
    const start = Date.parse(dayText(daysAgo))
    const moments = [0, 1, 43_200_000, MIDNIGHT - 1].slice(0, 1 + (daysAgo % 4))
    // No row may be in the future.
    const past = moments.map((ms) => new Date(start + ms)).filter((at) => at <= new Date())
    for (const at of past) {
      await app.sql`insert into reveals ${app.sql({ owner_id: owner, candidate_id: randomUUID(), revealed_at: at })}`
      await app.sql`insert into export_logs ${app.sql({
        ...{ owner_id: owner, export_date: at, export_count: 1, format: 'csv', file_name: 'a.csv' },
        columns: [],
      })}`
      await user(0, { created_at: at })
    }
    await user(0, { created_at: new Date(start), demo_of: owner })
  }

  async function expectExact(): Promise<void> {
    const { series, starts } = await figures(`days=${DAYS}`)
    for (const [name, rows] of [
      ['sign_ups', app.sql`select created_at as at from users where demo_of is null`],
      ['reveals', app.sql`select revealed_at as at from reveals`],
      [
        'exports',
        app.sql`
        select export_date as at from export_logs union all select export_date from former_exports`,
      ],
    ] as const) {
      const counted = await app.sql<{ day: string; count: number }[]>`
        select (at at time zone 'UTC')::date::text as day, count(*)::integer
        from (${rows}) r group by 1`
      const plain = starts.map((day) => counted.find((row) => row.day === day)?.count ?? 0)
      expect(series[name].points, name).toEqual(plain)
    }
  }

  beforeEach(async () => {
    owner = await user(20)
    for (let daysAgo = 0; daysAgo < DAYS; daysAgo++) await rowsOf(daysAgo)
  })

  it('with none closed, with some, with all, and a day after a missed night', async () => {
    await expectExact()
    await updateFigures(app.sql)
    await expectExact()
    const [closed] = await app.sql`
      select max(day)::text as day from daily_figures where figure = 'reveals'`
    // The closed day is yesterday, or in the hour after midnight the day before it.
    expect([dayText(1), dayText(2)]).toContain(closed?.day)
    await app.sql`delete from daily_figures where day > utc_today() - 4`
    await expectExact()
    await updateFigures(app.sql)
    await expectExact()
  })

  it('and once rows of closed days came late, single or many', async () => {
    await updateFigures(app.sql)
    for (const daysAgo of [1, 3, 7]) await rowsOf(daysAgo)
    await app.sql`
      insert into reveals (owner_id, candidate_id, revealed_at)
      select ${owner}, gen_random_uuid(), utc_today() - n * interval '7 hours'
      from generate_series(1, 20) n`
    await expectExact()
    await updateFigures(app.sql)
    await expectExact()
  })
})

describe('plans', () => {
  it('are counted as they stand, and a year of them is a twelfth a month', async () => {
    const plans = [
      { tier: 'basic', price_cents: 29_500, currency: 'usd', billing_interval: 'month' },
      { tier: 'premium', price_cents: 299_500, currency: 'usd', billing_interval: 'year' },
      { tier: 'custom', price_cents: 10_000, currency: 'cad', billing_interval: 'month' },
      { tier: 'free', price_cents: null, currency: null, billing_interval: null },
    ]
    for (const plan of plans) {
      const user_id = await user(40)
      await app.sql`insert into entitlements ${app.sql({ user_id, status: 'active', ...plan })}`
    }
    // A team's plan counts as one, and is paid for each seat that will be renewed.
    const desk = {
      ...{ tier: 'basic', price_cents: 29_500, currency: 'usd', billing_interval: 'month' },
      ...{ owner_id: await teamOf(app.sql, { id: await user(40) }), seats: 5, renewal_seats: 3 },
    }
    await app.sql`insert into entitlements ${app.sql({ ...desk, status: 'active' })}`
    const ended = {
      user_id: await user(40),
      status: 'canceled',
      tier: 'basic',
      price_cents: 29_500,
    }
    await app.sql`insert into entitlements ${app.sql(ended)}`
    await figure('active_plans', 2, 3)
    await figure('active_plans', 9, 1)
    const { series } = await figures()
    expect(series.active_plans).toEqual({
      ...{ points: [null, null, null, null, 3, null, 5], total: 5, total_before: 1 },
      before: [null, null, null, null, 1, null, null],
    })
    expect(series.paid_plans.total).toBe(4)
    expect(series.revenue_cents.total).toBe(4 * 29_500 + Math.round(299_500 / 12))
    await updateFigures(app.sql)
    const [kept] = await app.sql`
      select value from daily_figures where figure = 'revenue_cents' and day = ${today()}`
    expect(Number(kept?.value)).toBe(54_458 + 3 * 29_500)
  })
})

it('plans of more than 21 million dollars, and exports of over two billion people, are counted', async () => {
  await app.sql`delete from entitlements`
  const plan = { tier: 'premium', price_cents: 299_500, currency: 'usd', billing_interval: 'year' }
  const owner_id = await teamOf(app.sql, { id: await user(1) })
  await app.sql`insert into entitlements ${app.sql({
    ...{ ...plan, owner_id, status: 'active', seats: SEATS_MAX, renewal_seats: SEATS_MAX },
  })}`
  const exported = async () => {
    const answer = await app.request('/api/admin/statistics', { as: 'admin' })
    return ((await answer.json()) as AdminStatistics).total_exports
  }
  const before = await exported()
  const exported_people = 2 ** 31 - 1
  for (let exporter = 0; exporter < 2; exporter++) await user(1, { exported_people })
  expect(await exported()).toBe(before + 2 * exported_people)
  await updateFigures(app.sql)
  const [revenue] = await app.sql`
    select value::float8 from daily_figures where figure = 'revenue_cents' and day = ${today()}`
  expect(revenue?.value).toBe(Math.round((299_500 * SEATS_MAX) / 12))
})

describe('decisions upon resumes', () => {
  it('ADMIN-02 are counted by the day, with the median time from the proven address', async () => {
    const decided = async (daysAgo: number, hours: number) =>
      app.sql`insert into candidate_submissions ${app.sql({
        ...{
          first_name: 'Ada',
          last_name: 'Decided',
          title: 'Nurse',
          organization: 'A',
          city: 'Reno',
        },
        ...{
          specialty: 'Nursing',
          personal_email: `${randomUUID()}@example.com`,
          phone: '5552550100',
        },
        ...{ state: 'NV', country: 'United States', linkedin_url: '', status: 'rejected' },
        ...{ approved_at: day(daysAgo), confirmed_at: day(daysAgo + hours / 24) },
      })}`
    await decided(1, 2)
    await decided(1, 4)
    await decided(2, 9)
    await decided(8, 20)
    const { decisions, decision_seconds } = (await figures()).series
    expect(decisions).toMatchObject({ points: [0, 0, 0, 0, 1, 2, 0], total: 3, total_before: 1 })
    const hours = (seconds: number | null | undefined) => seconds && Math.round(seconds / 360) / 10
    expect(decision_seconds.points.map(hours)).toEqual([null, null, null, null, 9, 3, null])
    expect(hours(decision_seconds.total)).toBe(4)
    expect(hours(decision_seconds.total_before)).toBe(20)
  })
})

describe('the directory', () => {
  it('is told by state, by specialty and by the age of its contacts, beside the period before', async () => {
    await updateFigures(app.sql)
    await figure('people_by_state', 7, 3, 'CA')
    const { states, specialties, contact_ages } = await figures()
    const [people] = await app.sql`
      select count(*)::integer as ca from candidates where state = 'CA'`
    expect(states.find(({ key }) => key === 'CA')).toEqual({
      key: 'CA',
      value: people?.ca,
      before: 3,
    })
    expect(states.find(({ key }) => key === 'TX')?.before).toBe(0)
    const counts = await app.request('/api/specialties/counts', { as: 'admin' })
    const listed = (await counts.json()) as SpecialtyCount[]
    expect(listed.length).toBeGreaterThan(5)
    for (const { specialty, count } of listed.slice(0, 5)) {
      expect(specialties).toContainEqual({ key: specialty, value: count, before: null })
    }
    const [contacts] = await app.sql`
      select count(*)::integer as all, count(*) filter (where verified_at is null)::integer as never,
        count(*) filter (where verified_at > now() - interval '30 days')::integer as young
      from candidate_contacts`
    const age = (name: string) => contact_ages.find(({ key }) => key === name)?.value ?? 0
    expect(contact_ages.reduce((sum, { value }) => sum + value, 0)).toBe(contacts?.all)
    expect(contact_ages.map(({ key }) => key)).toEqual(
      CONTACT_AGES.filter((name) => contact_ages.some(({ key }) => key === name)),
    )
    expect([age('never'), age('30')]).toEqual([contacts?.never, contacts?.young])
  })
})

describe('ranges', () => {
  it('of more than 120 days are told by whole weeks, and none has more than 500 points', async () => {
    const year = await figures('days=365')
    expect(year).toMatchObject({ step: 7, to: today(), from: dayText(53 * 7 - 1) })
    expect(year.starts).toHaveLength(53)
    const longest = await figures('days=1826')
    expect(longest.starts.length).toBeLessThanOrEqual(500)
    expect(longest.series.searches.before).toHaveLength(longest.starts.length)
    expect((await figures('days=120')).starts).toHaveLength(120)
  })

  it('end where they are asked to', async () => {
    await figure('search_times', 40, 2, '10')
    const { from, to, series } = await figures(`days=2&to=${dayText(39)}`)
    expect([from, to]).toEqual([dayText(40), dayText(39)])
    expect(series.searches).toMatchObject({ points: [2, null], total: 2 })
    expect(series.active_plans.points).toEqual([null, null])
  })

  it.each([
    'days=0',
    'days=1827',
    'days=x',
    'days=1.5',
    'to=yesterday',
    'to=2026-02-30',
    'to=0000-01-01',
    'to=0001-01-01&days=90',
  ])('%s is refused', async (query) => {
    const response = await app.request(`/api/admin/figures?${query}`, { as: 'admin' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_input' } })
  })

  it('a day to come is refused in words for the screen', async () => {
    const response = await app.request('/api/admin/figures?to=9999-01-01', { as: 'admin' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { message: 'That day is still to come.' },
    })
  })
})
