import { expect, type Page, test } from 'playwright/test'
import { fromOwnNetwork, signInAs, VISITOR } from './accounts.ts'
import { WITH_PRIVATE_FILES } from './chromium-options.ts'
import { noteRequests } from './note-requests.ts'
import { placesOf } from './search-browser.ts'
import { parameter, searchField } from './search-page.ts'

test.use({ ...WITH_PRIVATE_FILES, storageState: VISITOR })

const paywall = (page: Page) => page.getByRole('region', { name: 'Unlock Unlimited Contacts' })
const count = (page: Page) => page.getByRole('status').filter({ hasText: 'match' })

test('GATE-02 GATE-03 a visitor sees the text, how many match, the paywall, and nobody', {
  tag: '@slow',
}, async ({ page }) => {
  await fromOwnNetwork(page)
  const searches = noteRequests(page, /\/api\/search$/)
  await page.goto('/search?query=nurse')
  await expect(searchField(page)).toHaveValue('nurse')
  await expect(count(page)).toHaveText(/^[\d,]+ people match$/)
  await expect(paywall(page)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(
    page.getByRole('complementary', { name: 'Filters' }).locator('[inert]'),
  ).toBeVisible()

  // A name must not be found by counting.
  await searchField(page).fill('featherstonehaugh')
  await expect(count(page)).toHaveText('Fewer than 50 people match')
  await expect.poll(() => parameter(page, 'query')).toBe('featherstonehaugh')
  expect(searches).toEqual([])
  expect(await placesOf(page, ['Zenobia', 'Larkspur'])).toEqual([])
})

test('GATE-03 a free account sees how many match, and what it typed on the home page', async ({
  page,
}) => {
  await fromOwnNetwork(page)
  await signInAs(page, 'free')
  await page.goto('/')
  await page.getByRole('searchbox', { name: 'Search professionals' }).fill('nurse')
  await page.keyboard.press('Enter')
  await expect(searchField(page)).toHaveValue('nurse')
  await expect(count(page)).toHaveText(/^[\d,]+ people match$/)
  await expect(paywall(page)).toBeVisible()
})

test('says why nobody is counted once a network has asked too often', async ({ page }) => {
  await page.route('**/api/search/preview', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'rate_limited', message: 'Too many requests.' } },
    }),
  )
  await page.goto('/search?query=nurse')
  await expect(
    page.getByText('Counting pauses for a few minutes: your network has asked a lot'),
  ).toBeVisible()
  await expect(paywall(page)).toBeVisible()
})
