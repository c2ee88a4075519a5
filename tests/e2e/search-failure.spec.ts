import { expect, type Page, test } from 'playwright/test'
import {
  card,
  cards,
  IGNATIUS,
  openSearch,
  parameter,
  searchField,
  ZENOBIA,
} from './search-page.ts'
import { gate, stopClock } from './time.ts'

const relief = (page: Page) => page.getByRole('list', { name: 'What would find somebody' })

test('SEARCH-05 says so when nobody matches, what each filter costs, the words last, and clears', async ({
  page,
}) => {
  await page.goto(
    '/search?query=zenobia+telemetry&city=Lubbock&organization=Larkspur+Heart+Institute',
  )
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
  await expect(page.getByText('Nobody matches all of this at once.')).toBeVisible()
  await expect(relief(page).getByRole('listitem')).toHaveText([
    'Without Lubbock1 person',
    'Without “zenobia”1 person',
  ])
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(cards(page)).toHaveCount(25)
  expect(new URL(page.url()).search).toBe('')
})

test('SEARCH-05 says what to try where leaving something out finds nobody either', async ({
  page,
}) => {
  await page.goto('/search?query=flurbling')
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
  await expect(
    page.getByText('Nobody matches this. Try other words, a specialty or a place.'),
  ).toBeVisible()
  await expect(relief(page)).toHaveCount(0)
  await expect(page.getByText('No specialties to choose from.')).toBeVisible()
  await page.getByLabel('Find a specialty').fill('nurse')
  await expect(page.getByText('Nobody here has a specialty of that name.')).toBeVisible()
})

test('SEARCH-05 drops what is in the way when asked to, a filter or words', {
  tag: '@slow',
}, async ({ page }) => {
  const nobody = '/search?query=zenobia+telemetry&city=Lubbock&organization=Larkspur+Heart'
  await page.goto(nobody)
  await relief(page)
    .getByRole('button', { name: /^Without Lubbock/ })
    .click()
  await expect(card(page, ZENOBIA)).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  expect(parameter(page, 'city')).toBeNull()

  await page.goto(nobody)
  await relief(page)
    .getByRole('button', { name: /^Without “zenobia”/ })
    .click()
  await expect(card(page, IGNATIUS)).toBeVisible()
  await expect(searchField(page)).toHaveValue('telemetry')
})

test('SEARCH-05 offers to understand the words where nobody has them exactly', async ({ page }) => {
  await page.goto('/search?query=heart+doctor&exact=1&organization=Larkspur')
  await relief(page).getByRole('button', { name: 'Understand the words' }).click()
  await expect.poll(() => parameter(page, 'exact')).toBeNull()
  expect(parameter(page, 'query')).toBe('heart doctor')
  await expect(card(page, ZENOBIA)).toBeVisible()
})

for (const width of [320, 360]) {
  test(`SEARCH-05 what would find people is within a screen of ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/search?query=zenobia+telemetry&city=Lubbock&organization=Larkspur')
    const box = await relief(page).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  })
}

test('SEARCH-06 SEARCH-07 SEARCH-08 SEARCH-38 shows, reports and repeats a failed search', async ({
  page,
}) => {
  await page.clock.install()
  await openSearch(page)
  await stopClock(page)
  const typed = gate()
  await page.route('**/api/search', async (route) => {
    await typed.opened
    await page.clock.runFor(2656)
    await route.fulfill({
      status: 503,
      json: { error: { code: 'search_unavailable', message: 'The search is starting.' } },
    })
  })
  const report = page.waitForRequest('**/api/search-errors')
  await searchField(page).fill('zenobia')
  await page.clock.runFor(200)
  typed.open()
  const panel = page.getByRole('alert').filter({ hasText: 'Retry Search' })
  await expect(panel).toContainText('Optimized search failed: The search is starting.')
  const toast = page.locator('[data-toast]')
  await expect(toast.getByText('Search Error', { exact: true })).toBeVisible()
  // The search began within the 50 ms after the pause that typing makes.
  const said = toast.getByText(/^Optimized search failed: The search is starting\. \(\d+ms\)$/)
  const elapsedMs = Number(/(\d+)ms/.exec((await said.textContent()) ?? '')?.[1])
  expect(elapsedMs).toBeGreaterThanOrEqual(2656)
  expect(elapsedMs).toBeLessThanOrEqual(2706)
  await page.clock.runFor(4900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toBeHidden()
  expect((await report).postDataJSON()).toMatchObject({
    error_type: 'other',
    error_message: 'Optimized search failed: The search is starting.',
    search_query: 'zenobia',
    search_filters: { query: 'zenobia' },
  })
  await page.unroute('**/api/search')
  await page.getByRole('button', { name: 'Retry Search' }).click()
  await expect(card(page, ZENOBIA)).toBeVisible()
  await expect(panel).toBeHidden()
})

test('SEARCH-08 tells of an answer that is not of the agreed form', async ({ page }) => {
  await page.route('**/api/search', (route) => route.fulfill({ json: { success: false } }))
  await page.goto('/search')
  await expect(
    page.getByText('Optimized search returned unsuccessful response', { exact: true }),
  ).toBeVisible()
})

test('a menu whose code does not arrive leaves the screen as it is, and comes later', {
  tag: '@slow',
}, async ({ page }) => {
  let isAway = true
  await page.route('**/assets/theme-menu-*.js', (route) =>
    isAway ? route.abort() : route.continue(),
  )
  const failed = page.waitForEvent('requestfailed', (request) => /theme-menu/.test(request.url()))
  await openSearch(page)
  await failed
  isAway = false
  await expect(page.getByRole('button', { name: 'Theme' })).toBeVisible()
  await expect(cards(page)).toHaveCount(25)
})

test('keeps the last results offline and searches again once connected', async ({
  page,
  context,
}) => {
  await openSearch(page, '?query=zenobia')
  await context.setOffline(true)
  await searchField(page).fill('wobblethorpe')
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(card(page, ZENOBIA)).toBeVisible()
  // The first request after the network's return often fails.
  await page.route('**/api/search', (route) => route.abort(), { times: 1 })
  await context.setOffline(false)
  await expect(card(page, IGNATIUS)).toBeVisible()
})

test('SEARCH-26 SEARCH-27 SEARCH-29 lists the usual specialties when they cannot be counted', {
  tag: '@slow',
}, async ({ page }) => {
  const answer = gate()
  await page.route('**/api/specialties/counts', async (route) => {
    await answer.opened
    await route.abort()
  })
  await page.goto('/search')
  const loading = page.getByRole('status', { name: 'Loading specialties' })
  await expect(loading.locator('> *')).toHaveCount(10)
  answer.open()
  await expect(
    page.getByText('There is a connection issue, so the usual list is shown without live counts.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Registered Nurse' })).toBeVisible()
})
