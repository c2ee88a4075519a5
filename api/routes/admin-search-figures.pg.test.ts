import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminFigures } from '#api/contract/admin-figures.ts'
import { searchFilters } from '#api/contract/search.ts'
import { openSearchRecorder, ZERO_RESULTS_PER_DAY } from '#api/services/figures/search-recorder.ts'
import { timeClass } from '#api/services/figures/search-times.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'

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
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
const dayText = (daysAgo: number) => day(daysAgo).toISOString().slice(0, 10)

async function figures(query = 'days=7'): Promise<AdminFigures> {
  const response = await app.request(`/api/admin/figures?${query}`, { as: 'admin' })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as AdminFigures
}

const figure = (name: string, at: number, value: number, key = '') =>
  app.sql`insert into daily_figures (figure, day, key, value) values (${name}, ${dayText(at)}, ${key}, ${value})`

describe('searches', () => {
  const search = (filters: object, more: object = {}) =>
    app.request('/api/search', { json: { filters, ...more } })

  it('are counted as they are answered, and those without a result by their words alone', async () => {
    await search({})
    await search({}, { page: 2 })
    await search({ query: 'nobody has this' }, { limit: 1 })
    await search({ query: 'cardiologist Jane Qqqqqq 702-555-0100' })
    await search({ query: 'cardiologist John Qqqqqq jane@example.com' })
    await search({}, { selectAll: true, limit: 500 })
    await app.parts.searchRecorder.flush()
    const { series, zero_results } = await figures()
    expect(series.searches).toMatchObject({ total: 3, total_before: null })
    expect(series.search_p50.total).toBeGreaterThan(0)
    expect(series.search_p95.total).toBeGreaterThanOrEqual(series.search_p50.total ?? 0)
    expect(zero_results).toEqual([{ key: 'cardiologist …', value: 2, before: 0 }])
    const kept = await app.sql`select key from daily_figures`
    expect(JSON.stringify(kept)).not.toMatch(/jane|john|qqq|555/i)
  })

  it('percentiles are of all searches of a point and of the period, not means of days', async () => {
    await figure('search_times', 1, 98, String(timeClass(10)))
    await figure('search_times', 0, 2, String(timeClass(4000)))
    await figure('search_times', 8, 5, String(timeClass(100)))
    const { search_p50, search_p95, searches } = (await figures()).series
    expect(searches).toMatchObject({ total: 100, total_before: 5 })
    expect(search_p95.total).toBeLessThan(12)
    expect(search_p50.points.at(-1)).toBeGreaterThan(3000)
    expect(search_p50.total_before).toBeGreaterThan(80)
    expect(search_p50.points[0]).toBeNull()
  })

  it('of two processes add up, and together keep to the bound of texts', async () => {
    const { sql, log } = app.parts
    const recorders = [openSearchRecorder({ sql, log }), openSearchRecorder({ sql, log })]
    const filters = (index: number) =>
      searchFilters.parse({
        title: [`nurse${' nurse'.repeat(index % 18)}${' rn'.repeat(index / 18)}`],
      })
    for (let index = 0; index < ZERO_RESULTS_PER_DAY + 60; index++) {
      for (const recorder of recorders)
        recorder.record({ ms: 5, count: 0, filters: filters(index) })
    }
    await Promise.all(recorders.map((recorder) => recorder.close()))
    const [found] = await app.sql`
      select count(*)::integer as texts, sum(value)::integer as searches
      from daily_figures where figure = 'zero_results'`
    expect(found?.searches).toBe(2 * (ZERO_RESULTS_PER_DAY + 60))
    expect(found?.texts).toBeLessThanOrEqual(ZERO_RESULTS_PER_DAY + 1)
    expect((await figures()).series.searches.total).toBe(found?.searches)
    expect((await figures()).zero_results).toHaveLength(20)
  })

  it('what could not be written is written the next time', async () => {
    const { log } = app.parts
    let isAway = true
    const sql = new Proxy(app.parts.sql, {
      get: (target, name) =>
        name === 'begin' && isAway
          ? () => Promise.reject(new Error('away'))
          : Reflect.get(target, name),
    })
    const recorder = openSearchRecorder({ sql, log })
    recorder.record({ ms: 5, count: 1, filters: {} as never })
    await recorder.flush()
    expect((await figures()).series.searches.total).toBeNull()
    isAway = false
    await recorder.close()
    expect((await figures()).series.searches.total).toBe(1)
  })
})
