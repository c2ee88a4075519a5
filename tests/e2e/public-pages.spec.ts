import { expect, type Locator, test } from 'playwright/test'
import { ENTRY_MAX_KB, entryKb } from '#tests/support/entry-size.ts'
import { SUBSCRIBER_STATE, VISITOR } from './accounts.ts'
import { collectFaults, openUnhydrated, PAGES, waitForHydration } from './public-pages.ts'
import { cards } from './search-page.ts'

test.use({ storageState: VISITOR })

const ZENOBIA = '00000000-0000-4000-8000-000000000001'

for (const [path, heading] of PAGES) {
  test(`${path} renders its own screen and keeps the policy of its document`, async ({ page }) => {
    const faults = collectFaults(page)
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    expect(response?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-/)
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
    expect(faults).toEqual([])
  })
}

test('what every page loads before its own code stays small', async () => {
  expect(await entryKb()).toBeLessThanOrEqual(ENTRY_MAX_KB)
})

const SKELETONS = [
  ['/search', 'Loading results'],
  [`/physician/${ZENOBIA}`, 'Loading profile'],
] as const

for (const [path, name] of SKELETONS) {
  test(`${path} is painted in its frame before any script has come, then taken over`, async ({
    page,
  }) => {
    const skeleton = page.getByRole('status', { name })
    const logIn = page.getByRole('link', { name: 'Log in' })
    const faults = collectFaults(page)
    const release = await openUnhydrated(page, path)
    await expect(skeleton).toBeVisible()
    await expect(logIn).toBeVisible()
    release()
    await waitForHydration(page)
    await expect(skeleton).toBeHidden()
    await expect(logIn).toBeVisible()
    expect(faults).toEqual([])
  })
}

const areStylesHere = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
    ({ sheet }) => sheet,
  )

const LISTS = [
  ['/lists', 'Loading lists', 'My Lists'],
  ['/lists/00000000-0000-4000-8000-000000000002', 'Loading list', 'Search'],
] as const

test('a visitor is led on from the documents of lists: to the sign-in, and to what a list is', async ({
  page,
}) => {
  const faults = collectFaults(page)
  await page.goto(LISTS[0][0])
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
  await expect(page.getByRole('status', { name: LISTS[0][1] })).toHaveCount(0)
  await page.goto(LISTS[1][0])
  await expect(page.getByText('Sign in to see this list')).toBeVisible()
  await expect(page.getByRole('status', { name: LISTS[1][1] })).toHaveCount(0)
  expect(faults).toEqual([])
})

test.describe('on a device that knows its user', () => {
  test.use({ storageState: SUBSCRIBER_STATE })

  for (const [path, name, next] of LISTS) {
    test(`${path} is painted in its frame before any script has come, then taken over`, async ({
      page,
    }) => {
      const skeleton = page.getByRole('status', { name })
      const faults = collectFaults(page)
      const release = await openUnhydrated(page, path)
      await expect(skeleton).toBeVisible()
      for (const link of ['Log in', 'Pricing']) {
        await expect(page.getByRole('banner').getByRole('link', { name: link })).toBeHidden()
      }
      release()
      // The list that nobody has leads back to the directory.
      await expect(page).toHaveTitle(new RegExp(`^${next} ·`))
      await expect(skeleton).toBeHidden()
      expect(faults).toEqual([])
    })
  }

  test('a search begins where its skeleton was, and no link of visitors is shown meanwhile', async ({
    page,
  }) => {
    const skeleton = page.getByRole('status', { name: 'Loading results' })
    const release = await openUnhydrated(page, '/search')
    await expect(skeleton).toBeVisible()
    await expect.poll(() => page.evaluate(areStylesHere)).toBe(true)
    const top = async (row: Locator) => (await row.first().boundingBox())?.y
    const expected = await top(skeleton.locator(':scope > div'))
    for (const name of ['Log in', 'Pricing']) {
      await expect(page.getByRole('banner').getByRole('link', { name })).toBeHidden()
    }
    release()
    await expect.poll(() => top(cards(page))).toBe(expected)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Lists' })).toBeVisible()
  })
})

test('PAGES-01 the about page says the mission, three differences, and where to begin', async ({
  page,
}) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  await expect(main).toContainText('Our mission is')
  const differences = main.getByRole('region', { name: 'Three things we do differently' })
  await expect(differences.getByRole('listitem')).toHaveCount(3)
  await expect(main.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/signup')
  await expect(main.getByRole('link', { name: 'See pricing' })).toHaveAttribute('href', '/pricing')
})

test('PAGES-14 a letter leads to its group', async ({ page }) => {
  await page.goto('/specialties')
  await page.getByRole('navigation', { name: 'Letters' }).getByRole('link', { name: 'P' }).click()
  await expect(page).toHaveURL(/#letter-P$/)
  await expect(page.getByRole('heading', { name: 'P', exact: true })).toBeInViewport()
})

test('PAGES-15 each specialty starts a search for it', async ({ page }) => {
  await page.goto('/specialties')
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(links).toHaveCount(75)
  await page.getByRole('link', { name: 'Allergy & Immunology' }).click()
  await expect(page).toHaveURL(/\/search\?specialty=Allergy(\+|%20)%26(\+|%20)Immunology$/)
})

test('PAGES-02 PAGES-03 PAGES-04 PAGES-05 the legal pages say what they must', {
  tag: '@slow',
}, async ({ page }) => {
  for (const path of ['/terms', '/privacy', '/compliance']) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main).toContainText(/last updated May 13, 2025/i)
    await expect(main.locator('a[href^="mailto:"]').first()).toBeVisible()
    await expect(main).toContainText('children under 13')
  }
  await page.goto('/terms')
  await expect(page.getByRole('main')).toContainText('State of California')
  await page.goto('/privacy')
  await expect(page.getByRole('main')).toContainText('within 30 days')
})

test('PAGES-06 the guarantee names its terms', async ({ page }) => {
  await page.goto('/money-back-guarantee')
  const main = page.getByRole('main')
  for (const text of [
    'Annual plan only, within 30 days of the initial purchase',
    'Any CSV or mass export',
    '3 business days',
    'up to 10 business days',
    'once per customer',
    'Monthly plan is excluded',
  ]) {
    await expect(main).toContainText(text)
  }
})
