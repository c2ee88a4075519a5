import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFigures } from '#api/services/figures/read-figures.ts'
import { updateFigures } from '#api/services/figures/update-figures.ts'
import { seedFigures } from '#db/generate/seed-figures.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 200 })
})
afterAll(() => app.close())

it('gives every plot of a month, and of the month before, something to show, once', async () => {
  const { sql } = app
  await sql`
    insert into entitlements (user_id, tier, status, price_cents, currency, billing_interval)
    values ('subscriber', 'basic', 'active', 29500, 'usd', 'month')`
  await seedFigures(sql)
  await updateFigures(sql)
  const figures = await readFigures(sql, { days: 30 })
  const { series, zero_results, contact_ages, states, specialties } = figures
  for (const name of ['searches', 'search_p50', 'search_p95', 'active_plans'] as const) {
    const { points, before } = series[name]
    // Today's searches are the visitor's own.
    expect(points.slice(0, -1).concat(before), name).not.toContain(null)
  }
  expect(series.paid_plans.total).toBe(1)
  expect(zero_results).toHaveLength(20)
  for (const shares of [contact_ages, states, specialties]) {
    expect(shares.length).toBeGreaterThan(3)
    expect(shares[0]?.before).toBeGreaterThan(0)
  }
  const [kept] = await sql`select count(*), sum(value) from daily_figures`
  await seedFigures(sql)
  expect(await sql`select count(*), sum(value) from daily_figures`).toEqual([kept])
})
