import { expect, type Page, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'
import { FIRST_START_MS } from './devices.ts'

test.use({ storageState: VISITOR })

const testFilters = (page: Page) => page.getByRole('button', { name: 'Test Filters' })
const tests = (page: Page) => page.getByRole('list', { name: 'Tests' }).getByRole('listitem')
const count = (page: Page) => page.getByLabel('Number of tests')

test('TESTER-01 TESTER-06 TESTER-08 SEARCH-36 tests the search from the search, stops, and clears', async ({
  page,
}) => {
  await signInAs(page, 'admin')
  await page.goto('/search')
  await expect(page.getByRole('list', { name: 'Results' })).toBeVisible()
  let asked = 0
  // The third is not answered before the run is stopped.
  await page.route('**/api/search', async (route) => {
    asked += 1
    if (asked <= 2) await route.continue()
  })
  await testFilters(page).click()
  const dialog = page.getByRole('dialog', { name: 'Search Robustness Tester' })
  await expect(count(page)).toHaveValue('20')
  await dialog.getByRole('button', { name: 'Run tests' }).click()
  await expect(tests(page).nth(1)).toBeVisible()
  await expect(tests(page).first()).toHaveText(/simple.*: .*(Passed, [\d,]+ p|Failed: ).*\d+ ms/)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByRole('button', { name: 'Run tests' })).toBeVisible()
  const done = await tests(page).count()
  expect(done).toBeLessThan(20)
  await expect(dialog.getByText(`${done} of 20`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(tests(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('TESTER-01 TESTER-02 TESTER-08 tests from the account page, by a preset or a number of its own', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/account')
  await page.getByRole('tab', { name: 'Testing' }).click()
  for (const preset of ['20', '50', '100', '500']) {
    await page.getByRole('button', { name: preset, exact: true }).click()
    await expect(count(page)).toHaveValue(preset)
  }
  for (const [typed, kept] of [
    ['5000', '1000'],
    ['0', '1'],
    ['', '20'],
  ] as const) {
    await count(page).fill(typed)
    await count(page).blur()
    await expect(count(page)).toHaveValue(kept)
  }
  await count(page).fill('2')
  await page.getByRole('button', { name: 'Run tests' }).click()
  await expect(tests(page)).toHaveCount(2)
  await expect(page.getByText('2 of 2')).toBeVisible()
})

test('TESTER-03 SEARCH-20 tests contacts, freshness, credentials, NPIs and one’s own lists too', {
  tag: '@slow',
}, async ({ page }) => {
  // The same searches in each run of this test.
  await page.addInitScript(() => {
    let state = 7
    Math.random = () => {
      state = (state * 48271) % 2147483647
      return state / 2147483647
    }
  })
  await signInAs(page, 'admin')
  await page.goto('/search')
  await expect(page.getByRole('list', { name: 'Results' })).toBeVisible()
  const tried = new Set<string>()
  const refused: number[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/search')) return
    const filters: Record<string, unknown> = response.request().postDataJSON().filters
    for (const [key, value] of Object.entries(filters)) {
      if (Array.isArray(value) && value.length > 0) tried.add(key)
    }
    if (!response.ok()) refused.push(response.status())
  })
  await testFilters(page).click()
  await count(page).fill('40')
  await page.getByRole('button', { name: 'Run tests' }).click()
  // There is half a second between searches.
  await expect(page.getByText('40 of 40')).toBeVisible({ timeout: FIRST_START_MS })
  await expect(tests(page).filter({ hasText: 'Failed' })).toHaveCount(0)
  expect(refused).toEqual([])
  expect([...tried]).toEqual(
    expect.arrayContaining(['hasContact', 'verifiedWithin', 'credential', 'npi', 'leaveOut']),
  )
})

test('TESTER-01 SEARCH-35 is there for administrators only, and out of demo mode', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'annual')
  await page.goto('/search')
  await expect(page.getByRole('list', { name: 'Results' })).toBeVisible()
  await expect(testFilters(page)).toBeHidden()
  await page.goto('/account?tab=testing')
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('data-state', 'active')
  await expect(page.getByRole('tab', { name: 'Testing' })).toBeHidden()

  await page.context().clearCookies()
  await signInAs(page, 'admin')
  await page.goto('/search')
  await expect(testFilters(page)).toBeVisible()
  await page.evaluate(() => localStorage.setItem('adminDemoMode', 'true'))
  await page.reload()
  await expect(page.getByRole('list', { name: 'Results' })).toBeVisible()
  await expect(testFilters(page)).toBeHidden()
})
