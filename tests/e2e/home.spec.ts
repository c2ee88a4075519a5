import { expect, test } from 'playwright/test'
import { SAMPLE_PEOPLE } from '#web/features/public-pages/sample-people.ts'
import { SUBSCRIBER_STATE, VISITOR } from './accounts.ts'
import { collectFaults, waitForHydration } from './public-pages.ts'
import { gate } from './time.ts'

test.use({ storageState: VISITOR })

test('HOME-01 the home page opens with a hero and leads on', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  for (const path of ['/signup', '/pricing', '/submit-resume', '/money-back-guarantee']) {
    await expect(main.locator(`a[href="${path}"]`).first()).toBeVisible()
  }
})

test('HOME-03 the figures stand on the home page', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  for (const [figure, what] of [
    ['1.5M+', 'professionals with direct contact info'],
    ['500+', 'organizations'],
    ['4.96/5', 'rating'],
    ['Monthly', 'contacts verified'],
  ] as const) {
    await expect(main.getByText(figure, { exact: true }).first()).toBeVisible()
    await expect(main.getByText(what).first()).toBeVisible()
  }
})

test('HOME-06 the features stand on the home and about pages as text', async ({ page }) => {
  await page.goto('/')
  const home = page.getByRole('main')
  for (const text of [
    'Unlimited search and export',
    '30+ specialties',
    '12+ filters',
    'CSV, Excel and PDF',
    '30-day money back guarantee',
  ]) {
    await expect(home.getByRole('heading', { name: text })).toBeVisible()
  }
  await page.goto('/about')
  await expect(page.getByRole('main')).toContainText('37 search parameters')
  await expect(page.getByRole('main')).toContainText('18 medical specialties')
})

test('HOME-04 HOME-05 the sample e-mail is revealed and copied without a call', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await waitForHydration(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const card = page.getByRole('region', { name: 'Sample contact' })
  await expect(card).not.toContainText('o.fennimore')
  await card.getByRole('button', { name: 'Reveal Email' }).click()
  await expect(card).toContainText('o.fennimore@larkmoor.example')
  await card.getByRole('button', { name: 'Copy email' }).click()
  await expect(page.getByText('Email copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'o.fennimore@larkmoor.example',
  )
  // The page's own requests may come late: the session, and the counts.
  const ownCalls = /\/api\/(me|specialties\/counts\/public)$/
  expect(calls.filter((url) => url.includes('/api/') && !ownCalls.test(url))).toEqual([])
})

test('HOME-07 the FAQ has eight questions and one open at a time', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const questions = page.getByRole('region', { name: 'Questions people ask first' })
  const buttons = questions.getByRole('button')
  await expect(buttons).toHaveCount(8)
  const open = questions.locator('button[aria-expanded=true]')
  await buttons.nth(0).click()
  await buttons.nth(3).click()
  await expect(open).toHaveCount(1)
  await expect(buttons.nth(3)).toHaveAttribute('aria-expanded', 'true')
  await buttons.nth(3).click()
  await expect(open).toHaveCount(0)
})

test('HOME-08 the counts of the directory are shown', async ({ page }) => {
  await page.route('**/api/specialties/counts/public', (route) =>
    route.fulfill({ json: { data: [{ specialty: 'Phlebology', count: 4321 }] } }),
  )
  await page.goto('/')
  const link = page.getByRole('link', { name: /Phlebology/ })
  await expect(link).toContainText('4,321')
  await expect(link).toHaveAttribute('href', '/search?specialty=Phlebology')
})

test('HOME-09 without counts the home page shows its own and no error', async ({ page }) => {
  await page.route('**/api/specialties/counts/public', (route) => route.fulfill({ status: 503 }))
  const answered = page.waitForResponse('**/api/specialties/counts/public')
  await page.goto('/')
  await answered
  await waitForHydration(page)
  await expect(page.getByRole('link', { name: /Registered Nurse/ })).toContainText('214,300')
  await expect(page.getByRole('alert')).toHaveText('')
})

test('HOME-02 the strip names the audiences and passes once in 12 s', async ({ page }) => {
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Who it is for' })
  await expect(strip.getByRole('listitem')).toHaveText([
    'Healthcare recruiters',
    'Staffing agencies',
    'Health systems',
    'Hospitals',
    'Pharma and biotech',
    'Digital health',
    'Telehealth',
    'Insurers',
    'Medical affairs',
    'CME',
    'Market research',
    'Public health departments',
    'AI/ML healthcare startups',
  ])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const duration = await strip
    .getByRole('list')
    .evaluate((list) => getComputedStyle(list.parentElement ?? list).animationDuration)
  expect(duration).toBe('12s')
})

test('HOME-10 shows four made-up people in a preview, and makes no search for it', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/')
  await waitForHydration(page)
  const people = page.getByRole('region', { name: 'A search reads like a shortlist' })
  const rows = people.getByRole('listitem')
  await expect(rows).toHaveCount(SAMPLE_PEOPLE.length)
  for (const [index, person] of SAMPLE_PEOPLE.entries()) {
    const { initials, name, title, organization, specialty, location, email } = person
    for (const text of [initials, name, title, organization, specialty, location, email]) {
      await expect(rows.nth(index)).toContainText(text)
    }
  }
  expect(calls.filter((path) => path.startsWith('/api/search'))).toEqual([])
})

for (const [who, storageState] of [
  ['a visitor', VISITOR],
  ['a subscriber', SUBSCRIBER_STATE],
] as const) {
  test.describe(`for ${who}`, () => {
    test.use({ storageState })

    test('the search box leads to the search, typed in before the code came or not', async ({
      page,
    }) => {
      const faults = collectFaults(page)
      const code = gate()
      await page.route('**/assets/*.js', async (route) => {
        await code.opened
        await route.continue()
      })
      await page.goto('/', { waitUntil: 'commit' })
      const box = page.getByRole('searchbox', { name: 'Search professionals' })
      await box.fill('icu nurse')
      code.open()
      await expect(page.getByRole('button', { name: 'Theme' })).toBeVisible()
      await box.press('Enter')
      await expect(page).toHaveURL(/\/search\?query=icu(\+|%20)nurse/)
      expect(faults).toEqual([])
    })
  })
}
