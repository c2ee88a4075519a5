import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createApp } from '#api/app.ts'
import type { SearchResponse, SelectAllResponse } from '#api/contract/search.ts'
import { searchResponse } from '#api/contract/search.ts'
import { session } from '#api/middleware/session.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { figureOf } from '#tests/support/figure-of.ts'
import { soon } from '#tests/support/soon.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 700 })
})
afterAll(() => app.close())

async function search(json: unknown): Promise<SearchResponse> {
  const response = await app.request('/api/search', { json })
  expect(response.status).toBe(200)
  return (await response.json()) as SearchResponse
}

it('SEARCH-10 SEARCH-11 answers 25 people, the exact total and the number of pages', async () => {
  const answer = await search({ filters: {} })
  searchResponse.parse(answer)
  expect(answer.data).toHaveLength(25)
  const [row] = await app.sql`select count(*)::int as people from candidates`
  expect(answer.count).toBe(row?.people)
  expect(answer.totalPages).toBe(Math.ceil(answer.count / 25))
})

it('an answer says how long each step of it took', async () => {
  const response = await app.request('/api/search', { json: { filters: { state: ['TX'] } } })
  const steps = response.headers.get('Server-Timing')?.split(', ') ?? []
  expect(steps.map((step) => step.replace(/\d+\.\d\d$/, '…'))).toEqual([
    'understand;dur=…',
    'engine;dur=…',
    'page;dur=…',
  ])
})

it('pages come from the index, and where they cannot on few connections to the database', async () => {
  const read = () =>
    figureOf(app.parts.metrics, 'clinidex_directory_reads_total', { from: 'index' })
  await soon(async () => {
    const before = (await read()) ?? 0
    await search({ filters: { state: ['TX'] } })
    expect(await read()).toBe(before + 1)
  })
  // It is not known yet who was removed.
  await app.sql`select pg_notify('candidates_removed', '')`
  await Promise.all(Array.from({ length: 20 }, () => search({ filters: { state: ['TX'] } })))
  const [readers] = await app.sql`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and query like '%row_to_json(person)%'
      and pid <> pg_backend_pid()`
  expect(readers?.connections).toBeGreaterThan(0)
  expect(readers?.connections).toBeLessThanOrEqual(3)
})

it('opens with a plan and closes with its end, and with that of the session', async () => {
  const headers = await app.asUser('remembered@hospital.test')
  const ask = async () => {
    const response = await app.request('/api/search', {
      as: 'session',
      headers,
      json: { filters: {} },
    })
    const body = (await response.json()) as { error?: { code: string } }
    return body.error?.code ?? response.status
  }
  expect(await ask()).toBe('subscription_required')
  await app.sql`
    insert into entitlements (user_id, tier, status, plan_name, price_cents, currency, billing_interval)
    select id, 'basic', 'active', 'Monthly Plan', 29500, 'usd', 'month'
    from users where email = 'remembered@hospital.test'`
  await soon(async () => expect(await ask()).toBe(200))
  await app.sql`update entitlements set status = 'canceled', tier = 'free'`
  await soon(async () => expect(await ask()).toBe('subscription_required'))
  await app.sql`update entitlements set status = 'active', tier = 'basic'`
  await soon(async () => expect(await ask()).toBe(200))
  await app.sql`
    delete from sessions using users
    where users.id = user_id and email = 'remembered@hospital.test'`
  await soon(async () => expect(await ask()).toBe('subscription_required'))
})

it('SEARCH-40 finds one person by each filter', async () => {
  const queries = [
    { query: 'zenobia feathers' },
    { specialty: ['cardiology'], organization: ['larkspur'] },
    { city: ['AMARILLO'], organization: ['larkspur'] },
    { state: ['TX'], query: 'featherstonehaugh' },
    { title: ['attending cardio'], organization: ['larkspur'] },
    { education: ['larkspur college'] },
    { skills: ['lipid'], organization: ['larkspur'] },
    { companySize: ['500 to 999'], query: 'featherstonehaugh' },
    { companyRevenue: ['$50M to <$100M'], query: 'featherstonehaugh' },
    { companyIndustry: ['Hospitals & Physicians Clinics'], query: 'featherstonehaugh' },
  ]
  for (const filters of queries) {
    const { data, count } = await search({ filters })
    expect(count, JSON.stringify(filters)).toBe(1)
    expect(data[0]?.last_name).toBe('Featherstonehaugh')
  }
})

it('REVEAL-01 results hold which contacts exist and never their values', async () => {
  const response = await app.request('/api/search', { json: { filters: { query: 'zenobia' } } })
  const text = await response.text()
  expect(text).not.toContain('example.com')
  expect(text).not.toContain('555-01')
  const [person] = (JSON.parse(text) as SearchResponse).data
  expect(person?.contacts.map((contact) => contact.kind).sort()).toEqual([
    'direct_phone',
    'personal_email',
    'phone',
    'work_email',
  ])
})

it('SELECT-03 answers at most 500 ids, in the order of the results', async () => {
  const response = await app.request('/api/search', { json: { selectAll: true, limit: 500 } })
  const answer = (await response.json()) as SelectAllResponse
  expect(answer.data).toHaveLength(500)
  expect(answer.count).toBeGreaterThan(500)
  const firstPage = await search({ filters: {} })
  expect(answer.data.slice(0, 25)).toEqual(firstPage.data.map(({ id }) => ({ id })))
})

it('a page past the end is empty, with the total', async () => {
  const answer = await search({ filters: { query: 'zenobia' }, page: 4000 })
  expect(answer).toMatchObject({ data: [], count: 1, totalPages: 1 })
})

it('SEARCH-38 LOGS-17 a search that fails is recorded with its filters and answers in the one form', async () => {
  const engine = app.parts.search()
  const failure = vi.spyOn(engine, 'search').mockRejectedValueOnce(new Error('index on fire'))
  const response = await app.request('/api/search', {
    json: { filters: { query: 'burning', state: ['TX'] } },
    headers: { 'User-Agent': 'tester' },
  })
  failure.mockRestore()
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('index on fire')
  const [row] = await app.sql`
    select * from search_error_logs where search_query = 'burning'`
  expect(row).toMatchObject({
    error_type: 'function_error',
    error_message: 'index on fire',
    search_filters: { query: 'burning', state: ['TX'] },
    user_agent: 'tester',
  })
})

it('a slow search is recorded too', async () => {
  const engine = app.parts.search()
  const original = engine.search.bind(engine)
  const clock = vi.spyOn(performance, 'now')
  const slow = vi.spyOn(engine, 'search').mockImplementationOnce(async (query) => {
    clock.mockReturnValue(performance.now() + 1050)
    return original(query)
  })
  await search({ filters: { query: 'slowpoke' } })
  slow.mockRestore()
  clock.mockRestore()
  const [row] = await app.sql`select * from search_error_logs where search_query = 'slowpoke'`
  expect(row).toMatchObject({ error_type: 'timeout', error_message: 'Slow search' })
  expect(row?.response_time_ms).toBeGreaterThanOrEqual(1050)
})

it('no statement of a request holds a connection for longer than half a minute', async () => {
  const { sql, readDirectory } = app.parts
  const shown = [sql`show statement_timeout`, readDirectory((tx) => tx`show statement_timeout`)]
  expect(await Promise.all(shown)).toEqual([
    [{ statement_timeout: '30s' }],
    [{ statement_timeout: '30s' }],
  ])
})

it('HOME-08 a visitor’s counts need no body, come the most frequent first, and are kept for 5 minutes', async () => {
  const answer = await app.request('/api/specialties/counts/public', { as: 'visitor' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=300')
  const counts = (await answer.json()) as { specialty: string; count: number }[]
  expect(counts.length).toBeGreaterThan(3)
  for (const { count } of counts) expect(count).toBeGreaterThan(0)
  expect(counts.map(({ count }) => count)).toEqual(
    counts.map(({ count }) => count).toSorted((one, other) => other - one),
  )
})

it('SEARCH-29 counting that the database cut off says so, and is passing', async () => {
  const cutOff = Object.assign(new Error('canceling statement'), { code: '57014' })
  const specialtyCounts = () => Promise.reject(cutOff)
  const search = () => Object.assign(Object.create(app.parts.search()), { specialtyCounts })
  const answer = await createApp({ ...app.parts, search }, session()).request(
    '/api/specialties/counts/public',
  )
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: { code: 'query_timed_out', message: 'Database timeout: the query took too long.' } },
  ])
})
