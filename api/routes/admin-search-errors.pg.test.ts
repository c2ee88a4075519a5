import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ENTRIES_PER_HOUR,
  recordSearchError,
} from '#api/services/search-errors/search-error-log.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'

let app: TestApp
let admin: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  admin = await app.asUser('admin@clinidex.test')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from search_error_logs`
  await app.sql`delete from search_error_decisions`
})

const ask = async (path: string, options: Parameters<TestApp['request']>[1] = {}) => {
  const response = await app.request(`/api/admin/${path}`, {
    ...{ as: 'session', headers: admin, ...options },
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

interface Entry {
  ago?: string
  error_type?: string
  error_code?: string | null
  user_email?: string | null
  ip_address?: string | null
  response_time_ms?: number | null
  edge_function_name?: string
  search_filters?: object | null
  error_message?: string
}
/** @returns the entry's id. */
async function log({ ago = '1 minute', ...entry }: Entry = {}): Promise<string> {
  const { search_filters = null, ...texts } = entry
  const filters = search_filters && app.sql.json({ ...search_filters })
  const row = { error_type: 'other', edge_function_name: 'search', ...texts }
  const [made] = await app.sql`
    insert into search_error_logs ${app.sql({ ...row, search_filters: filters })} returning id`
  await app.sql`
    update search_error_logs set occurred_at = now() - ${ago}::interval where id = ${made?.id}`
  return made?.id
}
const idsOf = async (query: string) => {
  const { body } = await ask(`search-errors?${query}`)
  return body.data.map(({ id }: { id: string }) => id)
}

describe('the log', () => {
  it('LOGS-03 LOGS-05 lists a range, newest first, of one type where one is chosen', async () => {
    const old = await log({ ago: '8 days' })
    const week = await log({ ago: '3 days' })
    const day = await log({ ago: '3 hours', error_type: 'timeout' })
    const hour = await log({ ago: '10 minutes' })
    expect(await idsOf('range=1h')).toEqual([hour])
    expect(await idsOf('')).toEqual([hour, day])
    expect(await idsOf('range=7d')).toEqual([hour, day, week])
    expect(await idsOf('range=30d')).toEqual([hour, day, week, old])
    expect(await idsOf('range=30d&type=timeout')).toEqual([day])
    expect((await ask('search-errors?range=2y')).status).toBe(400)
  })

  it('LOGS-05 lists at most 100', async () => {
    await app.sql`
      insert into search_error_logs (error_type) select 'other' from generate_series(1, 101)`
    const ids = await idsOf('range=24h')
    expect(ids).toHaveLength(100)
    // Entries of one moment have an order too.
    expect(ids).toEqual(ids.toSorted())
  })

  it('DATA-16 LOGS-17 tells of an error met on /search with whose it was, from where and what was asked', async () => {
    const headers = await app.asUser('free@clinidex.test')
    const report = {
      error_type: 'timeout',
      error_code: 'timeout',
      edge_function_name: 'search',
      response_time_ms: 20_000,
      error_message: 'timeout: no answer in 20 seconds',
      search_query: 'cardiologist',
      search_url: 'http://localhost/search?query=cardiologist',
      search_filters: { query: 'cardiologist', state: ['TX'] },
      user_agent: 'A browser',
    }
    await app.request('/api/search-errors', {
      ...{ as: 'session', json: report, headers, network: '203.0.113.9' },
    })
    await app.request('/api/search-errors', {
      ...{ as: 'visitor', json: { error_type: 'other' }, network: '203.0.113.10' },
    })
    const { body } = await ask('search-errors')
    expect(body.data).toMatchObject([
      { user_email: null, ip_address: '203.0.113.10', error_type: 'other' },
      {
        ...{ id: expect.any(String), occurred_at: expect.any(String) },
        ...{ ...report, user_email: 'free@clinidex.test', ip_address: '203.0.113.9' },
      },
    ])
  })

  it('DATA-16 LOGS-02 LOGS-07 sums a range up', async () => {
    await log({ user_email: 'a@example.com', response_time_ms: 1000, error_type: 'timeout' })
    await log({ user_email: 'a@example.com', response_time_ms: 2002, error_type: 'timeout' })
    await log({ user_email: 'b@example.com' })
    await log({ ip_address: '203.0.113.1' })
    await log({ ago: '2 days', user_email: 'c@example.com', response_time_ms: 90_000 })
    const { body } = await ask('search-errors/statistics?range=24h')
    expect(body).toEqual({
      total_errors: 4,
      unique_users: 2,
      avg_response_time: 1501,
      errors_by_type: { timeout: 2, other: 2 },
    })
    const none = await ask('search-errors/statistics?range=1h')
    await app.sql`delete from search_error_logs`
    expect(none.status).toBe(200)
    expect((await ask('search-errors/statistics')).body).toEqual({
      ...{ total_errors: 0, unique_users: 0, avg_response_time: null, errors_by_type: {} },
    })
  })

  it('LOGS-14 LOGS-16 deletes an entry, and leaves a trace of it', async () => {
    const id = await log()
    expect((await ask(`search-errors/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await idsOf('')).toEqual([])
    const [trace] = await app.sql`
      select actor_id, action, subject_id from audit_log order by id desc limit 1`
    expect(trace).toEqual({ actor_id: 'admin', action: 'search_error.delete', subject_id: id })
    const again = await ask(`search-errors/${id}`, { method: 'DELETE' })
    expect([again.status, again.body.error.code]).toEqual([404, 'not_found'])
  })
})

describe('groups', () => {
  const groups = async (query = '') => (await ask(`search-error-groups?${query}`)).body.data
  const decide = (fingerprint: string, state: string) =>
    ask(`search-error-groups/${fingerprint}`, { method: 'PUT', json: { state } })

  it('are told apart by route, type, code and which filters were used, not by what was in them', async () => {
    const same = { error_type: 'timeout', error_code: '57014' }
    await log({ ...same, search_filters: { state: ['TX'], query: 'a' }, user_email: 'a@b.example' })
    await log({ ...same, search_filters: { query: 'b', state: ['CA', 'NV'] }, ip_address: '::1' })
    await log({ ...same, search_filters: { query: 'b', state: ['CA'] }, user_email: 'a@b.example' })
    await log({ ...same, search_filters: { query: 'b' } })
    await log({ ...same, error_code: 'slow', search_filters: { query: 'b', state: ['CA'] } })
    await log({ ...same, error_type: 'other', search_filters: { query: 'b', state: ['CA'] } })
    await log({ ...same, edge_function_name: 'x', search_filters: { query: 'b', state: ['CA'] } })
    await log({ ...same, search_filters: null })
    const found = await groups()
    expect(found).toHaveLength(6)
    expect(found[0]).toMatchObject({
      ...{ edge_function_name: 'search', error_type: 'timeout', error_code: '57014' },
      ...{ filters: ['query', 'state'], events: 3, people: 2, state: 'open' },
    })
    expect(await groups('type=other')).toHaveLength(1)
    expect(await idsOf(`group=${found[0].fingerprint}`)).toHaveLength(3)
  })

  it('count an account once, and visitors by their addresses', async () => {
    for (const user_email of ['a@b.example', 'a@b.example', 'c@d.example'])
      await log({ user_email })
    for (const ip_address of ['::1', '::2', '::2']) await log({ ip_address })
    // An account counts once, from whichever network it searches.
    await log({ user_email: 'c@d.example', ip_address: '::3' })
    const [group] = await groups()
    expect(group).toMatchObject({ events: 7, people: 4 })
  })

  it('are at most the 50 with the most events', async () => {
    await app.sql`
      insert into search_error_logs (error_type, error_code)
      select 'other', each::text from generate_series(1, 51) each, generate_series(1, each)`
    const found = await groups()
    expect(found).toHaveLength(50)
    expect(found.map(({ events }: { events: number }) => events)).toEqual(
      Array.from({ length: 50 }, (_, index) => 51 - index),
    )
  })

  it('tell first and last time, and each of the last 24 hours', async () => {
    await log({ ago: '20 days' })
    await log({ ago: '30 hours' })
    await log({ ago: '23 hours 30 minutes' })
    await log({ ago: '90 minutes' })
    await log({ ago: '2 minutes', error_message: 'The latest' })
    const [group] = await groups('range=24h')
    const hours = Array(24).fill(0)
    Object.assign(hours, { 0: 1, 22: 1, 23: 1 })
    expect(group).toMatchObject({ events: 3, hours, error_message: 'The latest' })
    const days = (from: string) => (Date.now() - Date.parse(from)) / 86_400_000
    expect(days(group.first_seen)).toBeCloseTo(20, 2)
    expect(days(group.last_seen)).toBeCloseTo(0, 1)
  })

  it('are resolved until they come back, and ignored for good', async () => {
    await log({ error_code: 'a' })
    await log({ error_code: 'b' })
    const [one, two] = await groups()
    expect((await decide(one.fingerprint, 'resolved')).status).toBe(204)
    await decide(two.fingerprint, 'ignored')
    const states = async () =>
      Object.fromEntries(
        (await groups()).map((group: typeof one) => [group.fingerprint, group.state]),
      )
    expect(await states()).toEqual({ [one.fingerprint]: 'resolved', [two.fingerprint]: 'ignored' })
    await log({ ago: '0 seconds', error_code: one.error_code })
    await log({ ago: '0 seconds', error_code: two.error_code })
    expect(await states()).toEqual({ [one.fingerprint]: 'reopened', [two.fingerprint]: 'ignored' })
    await decide(two.fingerprint, 'open')
    await decide(one.fingerprint, 'resolved')
    expect(await states()).toEqual({ [one.fingerprint]: 'resolved', [two.fingerprint]: 'open' })
    const [trace] = await app.sql`
      select action, subject_id, details from audit_log order by id desc limit 1`
    expect(trace).toEqual({
      ...{ action: 'search_error.decide', subject_id: one.fingerprint },
      details: { state: 'resolved' },
    })
  })
})

describe('run again', () => {
  const rerun = (id: string) => ask(`search-errors/${id}/rerun`, { json: {} })

  it('searches by the filters of the entry and says how it went, and records nothing', async () => {
    const id = await log({ search_filters: { organization: ['Larkspur Heart Institute'] } })
    const { status, body } = await rerun(id)
    expect([status, body]).toEqual([
      200,
      { error_type: null, error_message: null, response_time_ms: expect.any(Number), count: 2 },
    ])
    expect(await idsOf('')).toEqual([id])
  })

  it('says what fails now', async () => {
    const id = await log({ search_filters: { query: 'a' } })
    const search = app.parts.search
    app.parts.search = () => {
      throw new Error('The index is broken.')
    }
    const { body } = await rerun(id)
    app.parts.search = search
    expect(body).toMatchObject({
      ...{ error_type: 'function_error', error_message: 'The index is broken.', count: null },
    })
  })

  it('refuses what no search of ours ever was', async () => {
    const id = await log({ search_filters: { salary: ['1'] } })
    const { status, body } = await rerun(id)
    expect([status, body.error.message]).toEqual([400, 'These filters cannot be searched by.'])
  })
})

describe('a flood', () => {
  const entry = {
    ...{ user_email: null, ip_address: null, error_type: 'other' as const, error_code: null },
    ...{ edge_function_name: null, response_time_ms: null, error_message: null },
    ...{ search_query: null, search_url: null, search_filters: null, user_agent: null },
  }
  const count = async () => {
    const [row] = await app.sql`select count(*)::int as entries from search_error_logs`
    return row?.entries
  }

  it('of one account ends at a number an hour, and keeps nobody else from being heard', async () => {
    await app.sql`
      insert into search_error_logs (error_type, user_email)
      select 'other', 'loud@example.com' from generate_series(1, ${ENTRIES_PER_HOUR - 1})`
    for (let more = 0; more < 3; more += 1) {
      await recordSearchError(app.sql, { ...entry, user_email: 'loud@example.com' })
    }
    expect(await count()).toBe(ENTRIES_PER_HOUR)
    await recordSearchError(app.sql, { ...entry, user_email: 'quiet@example.com' })
    await recordSearchError(app.sql, entry)
    expect(await count()).toBe(ENTRIES_PER_HOUR + 2)
  })

  it('of visitors of many networks ends as well, and accounts are still heard', async () => {
    await app.sql`
      insert into search_error_logs (error_type, ip_address)
      select 'other', '203.0.113.' || n % 250 from generate_series(1, ${ENTRIES_PER_HOUR}) n`
    await recordSearchError(app.sql, { ...entry, ip_address: '198.51.100.1' })
    expect(await count()).toBe(ENTRIES_PER_HOUR)
    await recordSearchError(app.sql, { ...entry, user_email: 'quiet@example.com' })
    expect(await count()).toBe(ENTRIES_PER_HOUR + 1)
    await app.sql`update search_error_logs set occurred_at = now() - interval '61 minutes'`
    await recordSearchError(app.sql, entry)
    expect(await count()).toBe(ENTRIES_PER_HOUR + 2)
  })

  it('of one network ends at 30 a minute, in words', async () => {
    const send = () =>
      app.request('/api/search-errors', {
        ...{ as: 'visitor', json: { error_type: 'other' }, network: '192.0.2.77' },
      })
    const answers = []
    for (let sent = 0; sent < 31; sent += 1) answers.push((await send()).status)
    expect(answers.filter((status) => status === 204)).toHaveLength(30)
    expect(answers.at(-1)).toBe(429)
  })
})
