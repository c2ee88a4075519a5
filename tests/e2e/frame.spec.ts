import { type BrowserContext, expect, type Locator, type Page, test } from 'playwright/test'
import { SUBSCRIBER_STATE, VISITOR } from './accounts.ts'
import { PHONE, waitForHydration } from './public-pages.ts'
import { gate, stopClock } from './time.ts'

test.use({ storageState: VISITOR })

test('NAV-22 a theme applies at once, is kept under "theme" and survives a reload', async ({
  page,
}) => {
  await page.goto('/about')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('NAV-23 a tooltip waits 700 ms', async ({ page }) => {
  await page.clock.install()
  await page.goto('/about')
  await waitForHydration(page)
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

test('NAV-24 a toast of a failure stays five seconds too', async ({ page, context }) => {
  const toast = await copySample(page, context)
  await page.clock.runFor(5100)
  await expect(toast).toBeHidden()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.getByRole('button', { name: 'Copy email' }).click()
  await page.mouse.move(5, 5)
  const failure = page.getByRole('alert').filter({ hasText: /./ })
  await expect(failure).toBeVisible()
  await page.clock.runFor(4900)
  await expect(failure).toBeVisible()
  await page.clock.runFor(200)
  await expect(failure).toHaveCount(0)
})

test('NAV-24 a new toast takes the place of the one on screen', async ({ page, context }) => {
  const toast = await copySample(page, context)
  const first = await toast.elementHandle()
  await page.clock.runFor(2000)
  await page.getByRole('button', { name: 'Copy email' }).click()
  await page.mouse.move(5, 5)
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(toast).toHaveCount(1)
  // The second toast has five seconds of its own.
  await page.clock.runFor(4900)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toast).toHaveCount(0)
})

/** Copies the sample's e-mail on the home page, with a stopped clock. @returns the toast. */
async function copySample(page: Page, context: BrowserContext): Promise<Locator> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Reveal Email' }).click()
  const copy = page.getByRole('button', { name: 'Copy email' })
  await expect(copy).toBeVisible()
  await stopClock(page)
  await copy.click()
  await page.mouse.move(5, 5)
  const toast = page.getByText('Email copied')
  await expect(toast).toBeVisible()
  return toast
}

test('a press on a page whose code is not there yet is made once it is', async ({ page }) => {
  const code = gate()
  await page.route('**/assets/index-*.js', async (route) => {
    await code.opened
    await route.continue()
  })
  await page.goto('/pricing', { waitUntil: 'commit' })
  const question = page.getByRole('button', { name: 'What about a whole team?' })
  await question.click()
  code.open()
  await expect(question).toHaveAttribute('aria-expanded', 'true')
})

test('the second press of a double tap that closes a menu of phones presses nothing beneath', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/about')
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await close.click({ trial: true })
  await page.evaluate(() => {
    const pressed: boolean[] = []
    Object.assign(globalThis, { pressed })
    addEventListener('click', ({ target }) =>
      pressed.push((target as Element).closest('[role=dialog]') !== null),
    )
  })
  // In the page: on a busy machine two real presses may be further apart than those of a double tap.
  await close.evaluate(async (button) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    const at = { clientX: x + width / 2, clientY: y + height / 2 }
    for (const detail of [1, 2]) {
      const target = document.elementFromPoint(at.clientX, at.clientY)
      for (const type of ['pointerdown', 'mousedown', 'click']) {
        target?.dispatchEvent(
          new MouseEvent(type, { ...at, detail, bubbles: true, cancelable: true }),
        )
      }
      // React has closed the menu by then.
      await new Promise((resolve) => setTimeout(resolve))
    }
  })
  await expect(page.getByRole('dialog')).toBeHidden()
  const inPanel = await page.evaluate(
    () => (globalThis as unknown as { pressed: boolean[] }).pressed,
  )
  expect(inPanel).not.toContain(false)
})

test('the command palette opens on any screen, goes to another and starts a search', async ({
  page,
}) => {
  await page.goto('/about')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const field = palette.getByRole('combobox', { name: 'Command' })
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
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

test('a page takes few files until all is quiet, and a visitor’s none of the screens behind it', async ({
  page,
  browser,
}) => {
  /** Names of the scripts that a page has asked for, without their hashes. */
  const scriptsOf = (page: Page) =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []),
    )
  await page.goto('/')
  // A busy machine is quiet for half a second before the page has asked for its scripts.
  await expect.poll(() => scriptsOf(page)).toContain('pages')
  await page.waitForLoadState('networkidle')
  const scripts = await scriptsOf(page)
  expect(scripts).not.toContain('screens')
  expect(scripts).not.toContain('schemas')
  expect(scripts.length).toBeLessThanOrEqual(18)
  const context = await browser.newContext({ storageState: SUBSCRIBER_STATE })
  const own = await context.newPage()
  for (const [path, title] of [
    ['/search', 'Search'],
    ['/lists', 'My Lists'],
  ] as const) {
    await own.goto(path)
    await expect(own.getByRole('heading', { level: 1, name: title })).toBeVisible()
    // What starts the device comes last.
    await expect.poll(() => scriptsOf(own)).toContain('replica/replica-worker')
    const scripts = await scriptsOf(own)
    expect(scripts, path).toContain('screens')
    expect(scripts.length, path).toBeLessThanOrEqual(46)
  }
  await context.close()
})
