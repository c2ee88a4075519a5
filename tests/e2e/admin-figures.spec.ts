import { expect, type Page, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'

test.use({ storageState: VISITOR })

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openDashboard(page: Page, search = '') {
  await signInAs(page, 'admin')
  await page.goto(`/admin-dashboard${search}`)
  await expect(panel(page, 'Searches')).toBeVisible()
}

test('each figure has a plot, its change, and the same as a table', async ({ page }) => {
  await openDashboard(page)
  for (const name of [
    ...[
      'Sign-ups',
      'Active plans',
      'Paid plans',
      'Monthly recurring revenue',
      'Reveals',
      'Exports',
    ],
    ...['Searches', 'Search time, median', 'Search time, 95th percentile', 'Decisions'],
    ...['Time to decision', 'Age of contacts', 'People by state', 'People by specialty'],
    'Searches that found nobody',
  ]) {
    await expect(panel(page, name).getByRole('img')).toHaveAccessibleDescription(/.|^$/)
    await expect(panel(page, name).getByRole('img')).toHaveAccessibleName(new RegExp(`^${name}`))
  }
  const searches = panel(page, 'Searches')
  await expect(searches.getByText(/\d% (more|less) than before \(\d|as before/)).toBeVisible()
  await expect(searches.getByRole('table')).toBeHidden()
  await searches.getByRole('button', { name: 'Searches as a table' }).click()
  const rows = searches.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(31)
  await expect(rows.first()).toHaveText('DayPeriodBefore')
  await expect(searches.getByRole('img')).toBeHidden()
  await searches.getByRole('button', { name: 'Searches as a plot' }).click()
  await expect(searches.getByRole('img')).toBeVisible()
})

test('arrow keys move over the points, and each is read out', { tag: '@slow' }, async ({
  page,
}) => {
  await openDashboard(page)
  const searches = panel(page, 'Searches')
  const slider = searches.getByRole('slider', { name: 'Searches, point by point' })
  await slider.focus()
  await page.keyboard.press('Home')
  const readOut = () => slider.getAttribute('aria-valuetext')
  const first = await readOut()
  expect(first).toMatch(/^[A-Z][a-z]{2} \d+, \d{4}: \d+, before \d+$/)
  await expect(searches.getByText(first ?? '')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  expect(await readOut()).not.toBe(first)
  await searches.getByRole('button', { name: 'Searches as a table' }).click()
  const [, day, now, before] = /^(.*): (\d+), before (\d+)$/.exec(first ?? '') ?? []
  await expect(searches.getByRole('row').nth(1)).toHaveText(`${day}${now}${before}`)

  const states = panel(page, 'People by state')
  await states.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await expect(states.getByText(/^Alabama: [\d,]+, before/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(states.getByText(/^Alaska: [\d,]+, before/)).toBeVisible()
})

test('the range is in the address, and any two days can be chosen', { tag: '@slow' }, async ({
  page,
}) => {
  await openDashboard(page)
  const searches = panel(page, 'Searches')
  await searches.getByRole('button', { name: 'Searches as a table' }).click()
  await expect(searches.getByRole('row')).toHaveCount(31)
  await page.getByRole('radio', { name: '7 days' }).click()
  await expect(page).toHaveURL(/\?days=7$/)
  // The table stays open over another range.
  await expect(searches.getByRole('row')).toHaveCount(8)
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
  const text = (daysAgo: number) => day(daysAgo).toISOString().slice(0, 10)
  await page.getByLabel('From', { exact: true }).fill(text(20))
  await page.getByLabel('To', { exact: true }).fill(text(11))
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`\\?days=10&to=${text(11)}$`))
  await page.reload()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(text(20))
  await page.goBack()
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
  await page.goto('/admin-dashboard?days=nonsense&to=never')
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked()
})

test('a failing load says so, and is tried again', { tag: '@slow' }, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.route('**/api/admin/figures*', (route) => route.abort())
  await page.goto('/admin-dashboard')
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load figures' })
  await expect(alert).toBeVisible()
  await page.unroute('**/api/admin/figures*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(panel(page, 'Searches')).toBeVisible()
  await expect(alert).toBeHidden()
})

test('tables are what is printed', { tag: '@slow' }, async ({ page }) => {
  await openDashboard(page)
  await page.emulateMedia({ media: 'print' })
  const searches = panel(page, 'Searches')
  await expect(searches.getByRole('table')).toBeVisible()
  await expect(searches.getByRole('img')).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('states are tiles, whose outlines do not come, and nothing is wider than the screen', {
    tag: '@slow',
  }, async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await openDashboard(page)
    const states = panel(page, 'People by state')
    await states.getByText('TX', { exact: true }).tap()
    await expect(states.getByText(/^Texas: [\d,]+, before/)).toBeVisible()
    expect(scripts.some((url) => url.includes('/plots-'))).toBe(true)
    expect(scripts.some((url) => url.includes('/state-map-'))).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})

test('nothing on the dashboard breaks a rule of axe, in light and dark, plots and tables', {
  tag: '@slow',
}, async ({ page }) => {
  await openDashboard(page)
  await expect(panel(page, 'People by state').locator('path').nth(50)).toBeAttached()
  await expectAccessible(page)
  await panel(page, 'People by state')
    .getByRole('button', { name: 'People by state as a table' })
    .click()
  await panel(page, 'Searches').getByRole('button', { name: 'Searches as a table' }).click()
  await expectAccessible(page)
})
