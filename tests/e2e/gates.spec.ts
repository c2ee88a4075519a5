import { expect, type Page, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { noteRequests } from './note-requests.ts'
import { gate, stopClock } from './time.ts'

test.use({ storageState: VISITOR })

const results = (page: Page) => page.getByRole('list', { name: 'Results' })
const paywall = (page: Page) => page.getByRole('region', { name: 'Unlock Unlimited Contacts' })

const colorOf = (element: Element) => getComputedStyle(element).color

test.describe('gates', () => {
  test('GATE-01 GATE-02 GATE-03 GATE-04 SELECT-08 shows a visitor the search behind the paywall', async ({
    page,
  }) => {
    const searches = noteRequests(page, /\/api\/search$/)
    await page.goto('/search')
    await expect(
      paywall(page).getByRole('heading', { name: 'Unlock Unlimited Contacts', exact: true }),
    ).toBeVisible()
    await expect(paywall(page).getByRole('listitem')).toHaveText([
      'Full access to healthcare professional contacts',
      'Create and manage lists',
      'Unlimited exports and searches',
    ])
    const panel = page.getByRole('complementary', { name: 'Filters' })
    await expect(panel.getByText('Any state')).toBeAttached()
    await expect(panel.locator('[inert]')).toHaveCSS('opacity', '0.45')
    // None of its controls reacts to pointer or keyboard.
    const controls = panel.locator('input, select, button')
    await expect(controls.first()).toBeVisible()
    const answering = await controls.evaluateAll((elements) =>
      (elements as HTMLElement[])
        .filter((element) => {
          element.focus()
          return document.activeElement === element
        })
        .map(({ outerHTML }) => outerHTML),
    )
    expect(answering).toEqual([])
    await page.getByRole('button', { name: 'Select Page' }).click()
    await expect(page.getByText('Free Limit Reached')).toBeVisible()
    await page.getByRole('button', { name: 'Select All' }).click()
    await expect(page.getByText('Please log in to select all results')).toBeVisible()
    await expect(results(page)).toHaveCount(0)
    expect(searches).toEqual([])
  })

  for (const [link, path] of [
    ['Contact Sales', '/contact'],
    ['Get Started', '/pricing'],
  ] as const) {
    test(`GATE-02 PLAN-13 the paywall’s ${link} is a plain link to ${path}`, async ({ page }) => {
      const checkouts = noteRequests(page, /\/api\/billing/)
      await page.goto('/search')
      const way = paywall(page).getByRole('link', { name: link, exact: true })
      await expect(way).toHaveAttribute('href', path)
      await way.click()
      await expect(page).toHaveURL(path)
      expect(checkouts).toEqual([])
    })
  }

  test('PLAN-33 GATE-03 a cache edited by hand opens nothing', async ({ page }) => {
    await signInAs(page, 'free')
    await page.goto('/search')
    await expect(paywall(page)).toBeVisible()
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('subscriptionData') ?? '{}')
      const edited = { ...kept, role: 'subscriber', tier: 'premium' }
      localStorage.setItem('subscriptionData', JSON.stringify(edited))
    })
    // Its answer cuts off the search that the edited cache allows.
    const { opened, open } = gate()
    await page.route('**/api/me', async (route) => {
      await opened
      await route.continue()
    })
    const answered = page.waitForResponse('**/api/search')
    await page.reload()
    expect((await answered).status()).toBe(403)
    open()
    await expect(paywall(page)).toBeVisible()
  })

  test('DEMO-05 DEMO-09 DEMO-10 DEMO-11 DEMO-16 DEMO-18 SEARCH-36 lets a demo account look and not touch', {
    tag: '@slow',
  }, async ({ page }) => {
    const calls = noteRequests(page, /(contact|export|mutations)$/)
    await signInAs(page, 'demo')
    await page.goto('/search')
    await expect(results(page)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Demo Account' })).toContainText(
      'This is a demo account with limited functionality.',
    )
    // What is refused can still be read.
    await expectAccessible(page)
    const dialog = page.getByRole('dialog', { name: 'Demo Account Limitation' })
    await results(page)
      .getByRole('button', { name: /^Reveal/ })
      .first()
      .click()
    await expect(dialog).toBeVisible()
    // The link to the plans comes first.
    const plans = dialog.getByRole('link', { name: 'See plans' })
    await expect(plans).toHaveAttribute('href', '/pricing')
    await expect(plans.locator('xpath=following-sibling::button')).toHaveText('Got it')
    await dialog.getByRole('button', { name: 'Got it' }).click()
    await expect(dialog).toBeHidden()
    await results(page)
      .getByRole('button', { name: /^Reveal/ })
      .first()
      .hover()
    await expect(
      page.getByRole('tooltip', { name: 'Contact information is disabled in demo mode' }),
    ).toBeVisible()

    await page.getByRole('button', { name: 'Select All' }).click()
    await expect(page.getByText('You need a subscription to select candidates')).toBeVisible()
    await page.getByRole('button', { name: 'Select Page' }).click()
    const selection = page.getByRole('region', { name: 'Selection' })
    const addToList = selection.getByRole('button', { name: 'Add to list' })
    await addToList.hover()
    await expect(
      page.getByRole('tooltip', { name: 'Adding to lists is disabled in demo mode' }),
    ).toBeVisible()
    // An unavailable action looks like it before it is pressed.
    const exporting = selection.getByRole('button', { name: 'Export' })
    const open = await selection.getByRole('button', { name: 'Clear' }).evaluate(colorOf)
    await expect(exporting).not.toHaveCSS('color', open)
    await expect(addToList).toHaveCSS('color', await exporting.evaluate(colorOf))
    for (const refused of [addToList, exporting]) {
      await refused.click()
      await expect(dialog).toBeVisible()
      await dialog.getByRole('button', { name: 'Got it' }).click()
      await expect(dialog).toBeHidden()
    }
    expect(calls).toEqual([])
  })

  test('DEMO-15 tells a demo account on every screen, and nobody else', { tag: '@slow' }, async ({
    page,
  }) => {
    const banner = page.getByRole('region', { name: 'Demo Account' })
    await signInAs(page, 'demo')
    for (const path of [
      '/search',
      '/account',
      '/about',
      '/physician/00000000-0000-4000-8000-000000000001',
    ]) {
      await page.goto(path)
      await expect(banner).toHaveText(
        'Demo Account This is a demo account with limited functionality. Certain features such as creating/saving lists, exporting data, and viewing contact information are disabled in this demo mode.',
      )
    }
    await page.context().clearCookies()
    await signInAs(page, 'free')
    await page.goto('/search')
    await expect(paywall(page)).toBeVisible()
    await expect(banner).toHaveCount(0)
  })

  test('DEMO-13 DEMO-14 marks contacts and export of a profile as restricted', async ({ page }) => {
    await signInAs(page, 'demo')
    await page.goto('/physician/00000000-0000-4000-8000-000000000001')
    await expect(page.getByText('Contact Restricted in Demo').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Export' }).focus()
    await expect(
      page.getByRole('tooltip', { name: 'Export functionality is disabled in demo mode' }),
    ).toBeVisible()
  })

  test('DEMO-19 DEMO-20 DEMO-21 NAV-17 an administrator switches the demo mode', {
    tag: '@slow',
  }, async ({ page }) => {
    await page.clock.install()
    await signInAs(page, 'admin')
    await page.goto('/search')
    const bar = page.getByRole('navigation', { name: 'Administration' })
    const menu = page.getByRole('banner').getByRole('button', { name: 'Admin' })
    await expect(bar).toBeVisible()
    await expect(menu).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
    // It shows for half a second, which passes once it was seen.
    await stopClock(page)
    await page.getByRole('menuitem', { name: 'Enable Demo Mode' }).click()
    await expect(page.getByText('Demo Mode Enabled')).toBeVisible()
    await expect(page.getByText(/admin navigation is hidden/i)).toBeVisible()
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.clock.runFor(400)
    expect(loads).toBe(0)
    const reloaded = page.waitForEvent('load')
    await page.clock.runFor(200)
    await reloaded
    await page.clock.resume()
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('menuitem', { name: 'Disable Demo Mode' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('adminDemoMode'))).toBe('true')
    await expect(bar).toHaveCount(0)
    await expect(menu).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0)
    await stopClock(page)
    await page.getByRole('menuitem', { name: 'Disable Demo Mode' }).click()
    await expect(page.getByText('Demo Mode Disabled')).toBeVisible()
    await page.clock.resume()
    await expect(bar).toBeVisible()
    await expect(menu).toBeVisible()
  })
})
