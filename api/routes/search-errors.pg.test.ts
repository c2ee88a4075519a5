import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeSearchErrors } from '#api/services/search-errors/search-error-log.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const report = (json: object) =>
  app.request('/api/search-errors', { json: { error_type: 'other', ...json } })
const filtersOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`filter ${i}`, 'x']))

it('keeps the filters of a failed search', async () => {
  expect((await report({ search_filters: filtersOf(30) })).status).toBe(204)
  const [row] = await app.sql`select search_filters from search_error_logs`
  expect(row?.search_filters).toEqual(filtersOf(30))
})

it('LOGS-17 names the browser as the request does, as far as there is room', async () => {
  await app.sql`delete from search_error_logs`
  const headers = { 'User-Agent': 'x'.repeat(501) }
  const json = { error_type: 'other' }
  expect((await app.request('/api/search-errors', { json, headers })).status).toBe(204)
  expect(await app.sql`select user_agent from search_error_logs`).toEqual([
    { user_agent: 'x'.repeat(500) },
  ])
})

it('refuses more filters than there are', async () => {
  const response = await report({ search_filters: filtersOf(31) })
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('invalid_input'),
  ])
})

it('refuses a body of more than 16 KB', async () => {
  const values = Array.from({ length: 50 }, () => 'x'.repeat(200))
  const response = await report({ search_filters: { state: values, city: values } })
  expect([response.status, await response.text()]).toEqual([
    413,
    expect.stringContaining('too_large'),
  ])
})

it('forgets after 30 days', async () => {
  await app.sql`delete from search_error_logs`
  await app.sql`
    insert into search_error_logs (error_type, occurred_at)
    values ('other', now() - interval '30 days 1 hour'),
      ('timeout', now() - interval '29 days 23 hours')`
  expect(await purgeSearchErrors(app.sql)).toBe(1)
  expect(await app.sql`select error_type from search_error_logs`).toEqual([
    { error_type: 'timeout' },
  ])
})
