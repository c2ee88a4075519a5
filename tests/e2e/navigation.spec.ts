import { type BrowserContext, expect, type Locator, type Page, test } from 'playwright/test'
import { SUBSCRIBER_STATE, VISITOR } from './accounts.ts'
import { gate, stopClock } from './time.ts'

test.use({ storageState: VISITOR })

const PHONE = { width: 360, height: 740 }

const PAGES = [
  ['/', 'Reach the clinicians you are looking for.'],
  ['/about', 'Care waits on people. We shorten the wait.'],
  ['/specialties', 'Specialties'],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/compliance', 'Data Compliance'],
  ['/money-back-guarantee', '30-Day Money Back Guarantee'],
] as const

for (const [path, heading] of PAGES) {
  test(`${path} renders its own screen and keeps the policy of its document`, async ({ page }) => {
    const faults = collectFaults(page)
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    expect(response?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-/)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
    expect(faults).toEqual([])
  })
}

test('NAV-02 the home screen is served at /, and nowhere else', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: PAGES[0][1] })).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  for (const path of ['/landing', '/home']) {
    expect((await page.request.get(path)).status()).toBe(404)
  }
})

test('NAV-03 /directory leads to /search', async ({ page }) => {
  await page.goto('/directory')
  await expect(page).toHaveURL(/\/search$/)
  await page.goto('/about')
  // Nobody listens to the address until the app has taken the page over.
  await expect(async () => {
    await page.evaluate(() => history.pushState({}, '', '/directory'))
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
    await expect(page).toHaveURL(/\/search$/, { timeout: 1000 })
  }).toPass()
})

test('NAV-04 an unknown address answers 404 with the not-found page', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle(/Page Not Found/)
})

test('NAV-05 the not-found page goes back and home', async ({ page }) => {
  await page.goto('/about')
  await page.goto('/no-such-page')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await page.goto('/no-such-page')
  await page.getByRole('link', { name: 'Return Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('NAV-06 a new screen starts at the top, and Back returns to the old place', async ({
  page,
}) => {
  await page.goto('/terms')
  await page.getByRole('heading', { name: /Governing law/ }).scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(200)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
})

test('NAV-13 every item of the top bar leads to a screen', async ({ page, request }) => {
  await page.goto('/')
  const items = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(items.first()).toHaveText('Search')
  for (const item of await items.all()) {
    const answer = await request.get((await item.getAttribute('href')) ?? '')
    expect(answer.status()).toBe(200)
  }
})

test.describe('signed in', () => {
  test.use({ storageState: SUBSCRIBER_STATE })

  test('NAV-18 a subscriber is shown nothing of the administration', async ({ page }) => {
    await page.goto('/account')
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Admin' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Admin|^Dashboard/ })).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0)
  })
})

test('NAV-19 on a phone a menu holds the places; choosing one goes there and closes it', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: /^About/ }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(menu).toBeHidden()
})

test('NAV-19 the menu closes on Escape and gives the focus back', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Menu' })
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await expect(button).toBeFocused()
})

test('NAV-20 the brand is an icon alone on /search, icon and name elsewhere', async ({ page }) => {
  const name = page.getByRole('banner').getByText('Clinidex', { exact: true })
  await page.goto('/')
  expect((await name.boundingBox())?.width).toBeGreaterThan(40)
  await page.goto('/search')
  // Still there for those who listen; one pixel wide for those who look.
  await expect.poll(async () => (await name.boundingBox())?.width).toBeLessThanOrEqual(1)
})

test('the footer leads to its screens and carries the year', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Clinidex`)
  const links = await footer.getByRole('link').all()
  expect(links.length).toBeGreaterThanOrEqual(6)
  for (const link of links) {
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(answer.status()).toBe(200)
  }
})

test('NAV-22 a theme applies at once, is kept under "theme" and survives a reload', async ({
  page,
}) => {
  await page.goto('/about')
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await expect.poll(theme).toBe('light')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(theme).toBe('dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(theme).toBe('dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await expect.poll(theme).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme).toBe('dark')
})

test('NAV-23 a tooltip waits 700 ms', async ({ page }) => {
  await page.clock.install()
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Theme' })).toBeVisible()
  await stopClock(page)
  await page.getByRole('button', { name: 'Theme' }).hover()
  await page.clock.runFor(650)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(page.getByRole('tooltip')).toHaveText('Theme')
})

test('NAV-24 a toast stays five seconds', async ({ page, context }) => {
  const toast = await copySample(page, context)
  await page.clock.runFor(4900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toBeHidden()
})

test('NAV-24 a new toast takes the place of the one on screen', async ({ page, context }) => {
  const toast = await copySample(page, context)
  const first = await toast.elementHandle()
  await page.clock.runFor(2000)
  await page.getByRole('button', { name: 'Copy e-mail' }).click()
  await page.mouse.move(5, 5)
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(toast).toHaveCount(1)
  // The second toast has five seconds of its own.
  await page.clock.runFor(4900)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toast).toHaveCount(0)
})

/** Copies the sample's e-mail on the home page, whose time stands still; what it is answered with. */
async function copySample(page: Page, context: BrowserContext): Promise<Locator> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('button', { name: 'Reveal Email' }).click()
  const copy = page.getByRole('button', { name: 'Copy e-mail' })
  await expect(copy).toBeVisible()
  await stopClock(page)
  await copy.click()
  await page.mouse.move(5, 5)
  const toast = page.getByText('E-mail copied')
  await expect(toast).toBeVisible()
  return toast
}

test('the command palette opens on any screen, goes to another and starts a search', async ({
  page,
}) => {
  await page.goto('/about')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const field = palette.getByRole('combobox', { name: 'Command' })
  // The first press may come before the page listens.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 1000 })
  }).toPass()
  await expect(palette.getByRole('option', { name: /^Account Settings/ })).toHaveCount(0)
  await field.fill('pricing')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(palette).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await field.fill('icu nurse')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?query=icu(\+|%20)nurse/)

  await page.keyboard.press('Control+k')
  await expect(palette).toHaveCount(1)
})

test('HOME-03 the figures stand on the home page', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  for (const [figure, what] of [
    ['1.5M+', 'professionals with direct contact info'],
    ['500+', 'organisations'],
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
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const card = page.getByRole('region', { name: 'Sample contact' })
  await expect(card).not.toContainText('o.fennimore')
  await card.getByRole('button', { name: 'Reveal Email' }).click()
  await expect(card).toContainText('o.fennimore@larkmoor.example')
  await card.getByRole('button', { name: 'Copy e-mail' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'o.fennimore@larkmoor.example',
  )
  await expect(page.getByText('E-mail copied')).toBeVisible()
  // What the page asks for by itself may come late: who is here, and the counts.
  const ownCalls = /\/api\/(me|specialties\/counts\/public)$/
  expect(calls.filter((url) => url.includes('/api/') && !ownCalls.test(url))).toEqual([])
})

test('HOME-07 the FAQ has eight questions and one open at a time', async ({ page }) => {
  await page.goto('/')
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
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Registered Nurse/ })).toContainText('214,300')
  await expect(page.getByRole('alert')).toHaveText('')
})

test('HOME-02 the strip names the audiences and passes once in 12 s', async ({ page }) => {
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Who it is for' })
  await expect(strip.getByRole('listitem')).toHaveCount(13)
  const duration = await strip
    .getByRole('list')
    .evaluate((list) => getComputedStyle(list.parentElement ?? list).animationDuration)
  expect(duration).toBe('12s')
})

for (const [who, storageState] of [
  ['a visitor', VISITOR],
  ['a subscriber', SUBSCRIBER_STATE],
] as const) {
  test.describe(`for ${who}`, () => {
    test.use({ storageState })

    test('HOME-10 the search box leads to the search, typed in before the code came or not', async ({
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

test('PAGES-02 PAGES-03 PAGES-04 PAGES-05 the legal pages say what they must', async ({ page }) => {
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

for (const [name, size] of Object.entries({
  phone: PHONE,
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
})) {
  test(`no public page scrolls sideways on a ${name}`, async ({ page }) => {
    await page.setViewportSize(size)
    for (const [path] of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(excess, path).toBe(0)
    }
  })
}

/** Errors of the page and breaches of its content policy, from now on. */
function collectFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}
