import { expect, test } from 'playwright/test'
import { SUBSCRIBER_STATE, signInAs, VISITOR } from './accounts.ts'
import { PAGES, PHONE, waitForHydration } from './public-pages.ts'
import { stopClock } from './time.ts'

test.use({ storageState: VISITOR })

test('NAV-02 the home screen is served at /, and nowhere else', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: PAGES[0][1] })).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  for (const path of ['/landing', '/home']) {
    expect((await page.request.get(path)).status()).toBe(404)
  }
})

test('the tabs of a phone are of their final form when they are first seen', async ({ page }) => {
  await page.setViewportSize(PHONE)
  // Reduced motion is the shortest one for every change of style, and begins a frame late.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // A session alone: this browser has not learned yet whose it is.
  await signInAs(page, 'annual')
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    function look() {
      const tabs = [...document.querySelectorAll('[aria-label=Tabs] a')]
      const shown = tabs.filter((tab) => getComputedStyle(tab).visibility === 'visible')
      const labels = shown.map((tab) => tab.textContent).join(' ')
      if (labels && labels !== seen.at(-1)) seen.push(labels)
      requestAnimationFrame(look)
    }
    look()
  })
  for (const path of ['/', '/search', '/lists']) {
    await page.evaluate(() => localStorage.clear()).catch(() => undefined)
    await page.goto(path)
    await expect(page.getByRole('navigation', { name: 'Tabs' }).getByText('Due')).toBeVisible()
    // They are noted with the next frame.
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen))
      .toEqual(['Search Lists Due Email Account'])
  }
})

test('a navigation renders of the bars around the screen only what shows where one is', async ({
  page,
}) => {
  await page.addInitScript(countRendered)
  // A second after the page the menu of phones comes, and is rendered in a bar, too.
  await page.clock.install()
  await stopClock(page)
  await page.goto('/about')
  await waitForHydration(page)
  const rendered = () =>
    page.evaluate(() => (globalThis as unknown as { rendered: number }).rendered)
  const before = await rendered()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Compliance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Data Compliance' })).toBeVisible()
  await expect(page).toHaveTitle(/Compliance/)
  expect((await rendered()) - before).toBeLessThan(20)
})

test('NAV-03 /directory leads to /search', async ({ page }) => {
  await page.goto('/directory')
  await expect(page).toHaveURL(/\/search$/)
  await page.goto('/about')
  // Before hydration nothing reacts to the address.
  await waitForHydration(page)
  await page.evaluate(() => {
    history.pushState({}, '', '/directory')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL(/\/search$/)
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
  await waitForHydration(page)
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

test('NAV-13 a visitor finds the search, the prices, about, and the two ways in', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(places).toHaveText(['Search', 'Pricing', 'About'])
  for (const [name, path] of [
    ['Search', '/search'],
    ['Pricing', '/pricing'],
    ['About', '/about'],
    ['Log in', '/login'],
    ['Get Started', '/signup'],
  ] as const) {
    const link = page.getByRole('banner').getByRole('link', { name, exact: true })
    await expect(link).toHaveAttribute('href', path)
    expect((await request.get(path)).status()).toBe(200)
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
  const links = page.getByRole('navigation', { name: 'Main' })
  await page.goto('/')
  expect((await name.boundingBox())?.width).toBeGreaterThan(40)
  const place = (await links.boundingBox())?.x
  await page.goto('/search')
  // Still there for screen readers; one pixel wide on the screen.
  await expect.poll(async () => (await name.boundingBox())?.width).toBeLessThanOrEqual(1)
  expect((await links.boundingBox())?.x).toBe(place)
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

/** What React keeps of a component or an element, as far as it is read here. */
interface Fiber {
  tag: number
  type: unknown
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}

/** Counts in `rendered` the components that React renders in the bars, by the hook of its developer tools. */
function countRendered(): void {
  const counter = globalThis as unknown as { rendered: number }
  counter.rendered = 0
  // Functions, classes, `forwardRef` and `memo`; the first flag is set on those that ran.
  const components = [0, 1, 11, 14, 15]
  const ran = 1
  function visit(fiber: Fiber | null, isInBar: boolean): void {
    for (let each = fiber; each; each = each.sibling) {
      if (each.type === 'main') continue
      if (isInBar && components.includes(each.tag) && each.flags & ran) counter.rendered += 1
      // Below one that was passed over, the children are those of the former commit.
      if (each.child === each.alternate?.child) continue
      visit(each.child, isInBar || ['header', 'footer', 'nav'].includes(String(each.type)))
    }
  }
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => visit(current, false),
    },
  })
}
