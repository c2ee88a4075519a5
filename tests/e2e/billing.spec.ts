import { expect, type Page, test } from 'playwright/test'
import { fromOwnNetwork, openConfirmation, signInAs, signUpNewUser, VISITOR } from './accounts.ts'
import { linkMailedTo, newAddress } from './mail.ts'
import { noteRequests } from './note-requests.ts'
import { countPresses } from './presses.ts'
import { waitForHydration } from './public-pages.ts'
import { gate, stopClock } from './time.ts'

test.use({ storageState: VISITOR })

const results = (page: Page) => page.getByRole('list', { name: 'Results' })
const paywall = (page: Page) => page.getByRole('region', { name: 'Unlock Unlimited Contacts' })
const pay = (page: Page) => page.getByRole('button', { name: 'Pay with the test card' })

/** Signs up and in with a new account, through the screens. */
async function signUp(page: Page): Promise<void> {
  const address = newAddress()
  await fromOwnNetwork(page)
  await page.goto('/signup')
  await page.getByLabel('Email', { exact: true }).fill(address)
  await page.getByLabel('Password', { exact: true }).fill('tidepool-9')
  await page.getByLabel('Confirm password', { exact: true }).fill('tidepool-9')
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/check-email-confirmation$/)
  await openConfirmation(page, address)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(address)
  await page.getByLabel('Password', { exact: true }).fill('tidepool-9')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/search$/)
}

test('from the first visit to a contact, and to the end of the plan', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page)
  await expect(paywall(page)).toBeVisible()

  await test.step('PLAN-06 PLAN-09 PLAN-18 PLAN-20 PLAN-22 pays', async () => {
    await paywall(page).getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL(/\/pricing$/)
    await page.getByRole('button', { name: 'Choose Monthly' }).click()
    await pay(page).click()
    await expect(page).toHaveURL(/\/payment-success\?session_id=/)
    await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
    await expect(page).toHaveURL(/\/account$/)
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Directory' }).click()
    await expect(page).toHaveURL(/\/search$/)
    await expect(results(page)).toBeVisible()
  })

  await test.step('REVEAL-02 REVEAL-06 REVEAL-07 reveals and copies', async () => {
    await page.goto('/search?query=zenobia')
    const card = results(page).getByRole('article').first()
    await card.getByRole('button', { name: /^Reveal email/ }).click()
    const copy = card.getByRole('button', { name: 'Copy email zenobia@example.com' })
    await copy.click()
    await expect(page.getByText('Email copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('zenobia@example.com')
  })

  await test.step('ACCOUNT-04 PLAN-15 ends the plan in the portal, and is locked out', async () => {
    await page.goto('/account?tab=subscription')
    await expect(page.getByRole('heading', { name: 'Monthly Plan' })).toBeVisible()
    await page.getByRole('button', { name: 'Manage Billing' }).click()
    await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
    await page.getByRole('button', { name: 'End the period now' }).click()
    await page.getByRole('link', { name: 'Back to the app' }).click()
    await expect
      .poll(async () => (await (await page.request.get('/api/me')).json()).role)
      .toBe('free')
    await page.goto('/search?query=zenobia')
    await expect(paywall(page)).toBeVisible()
    await expect(page.getByText('zenobia@example.com')).toBeHidden()
  })
})

test('PLAN-12 PLAN-13 PLAN-23 upgrades from the search, and is welcomed once', async ({ page }) => {
  await signUpNewUser(page)
  await page.goto('/search')
  const checkout = page.waitForRequest('**/api/billing/checkout')
  await page.getByRole('button', { name: 'Upgrade' }).click()
  expect((await checkout).postDataJSON()).toEqual({
    priceId: 'price_monthly',
    mode: 'subscription',
    successUrl: '/search?upgraded=true',
    cancelUrl: '/search',
  })
  await pay(page).click()
  await expect(page.getByText('Welcome to your new plan')).toBeVisible()
  await expect(page).toHaveURL(/\/search$/)
  await expect(results(page)).toBeVisible()
  await page.reload()
  await expect(results(page)).toBeVisible()
  await expect(page.getByText('Welcome to your new plan')).toBeHidden()
})

test('PLAN-01 PLAN-02 PLAN-03 PLAN-04 PAGES-07 shows two plans and eight questions', async ({
  page,
}) => {
  await page.goto('/pricing')
  const monthly = page.getByRole('region', { name: 'Monthly plan' })
  const annual = page.getByRole('region', { name: 'Annual plan' })
  for (const text of ['$295', 'per month', 'Cancel anytime. No commitment.']) {
    await expect(monthly.getByText(text)).toBeVisible()
  }
  for (const text of ['$2,995', 'per year', 'Save $545', 'BEST VALUE', 'Volume discount']) {
    await expect(annual.getByText(text)).toBeVisible()
  }
  await expect(annual.getByText('24-hour response')).toBeVisible()
  await expect(monthly.getByText('No long-term contracts')).toBeVisible()
  await expect(annual.getByText('No long-term contracts')).toBeHidden()
  await expect(page.getByText('30-day money-back guarantee', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Current plan')).toHaveCount(0)
  const questions = page.getByRole('region', { name: 'About paying' })
  await expect(questions.getByRole('button')).toHaveCount(8)
  await questions.getByRole('button', { name: 'What about a whole team?' }).click()
  await expect(questions.getByText('for a single user')).toBeVisible()
  await expect(questions.getByText('with a paid seat each')).toBeVisible()
  await questions.getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL(/\/contact$/)
})

for (const [name, current] of [
  ['monthly', ['Monthly plan']],
  ['annual', ['Annual plan']],
  ['free', []],
] as const) {
  test(`PLAN-05 marks for ${name}: ${current.join() || 'no plan'}`, async ({ page }) => {
    await signInAs(page, name)
    await page.goto('/pricing')
    await waitForHydration(page)
    for (const plan of ['Monthly plan', 'Annual plan']) {
      const mark = page.getByRole('region', { name: plan }).getByText('Current plan')
      await expect(mark).toHaveCount(current.some((marked) => marked === plan) ? 1 : 0)
    }
  })
}

test('PLAN-07 a visitor buys the plan they chose in 8 presses, each field counted', {
  tag: '@slow',
}, async ({ page }) => {
  const address = newAddress()
  await fromOwnNetwork(page)
  const presses = await countPresses(page)
  await page.goto('/pricing')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Choose Annual' }).click()
  // Calmly, for nothing failed.
  const said = page.getByRole('status').filter({ hasText: 'Authentication required' })
  await expect(said).toContainText('Please sign in to subscribe.')
  await expect(page).toHaveURL('/login?return_to=/pricing')
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).click()
  await expect(page.getByText('The checkout of the plan you chose follows.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.keyboard.type(address)
  for (const field of ['Password', 'Confirm password']) {
    await page.getByLabel(field, { exact: true }).click()
    await page.keyboard.type('tidepool-9')
  }
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/check-email-confirmation')
  // The link in the mail is another way.
  await page.goto(await linkMailedTo(page, address))
  await expect(page.getByText('Annual Plan')).toBeVisible()
  await pay(page).click()
  await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
  expect(presses() + 1).toBeLessThanOrEqual(8)
  const me = await (await page.request.get('/api/me')).json()
  expect(me.subscription.tier).toBe('premium')
})

test('PLAN-07 the chosen plan ends at its checkout for who logs in too, and Back does not begin it again', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/pricing')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Choose Monthly' }).click()
  await expect(page).toHaveURL('/login?return_to=/pricing')
  // With a detour: to the sign-up and back.
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email', { exact: true }).fill('free@clinidex.test')
  await page.getByLabel('Password', { exact: true }).fill('clinidex')
  const checkout = page.waitForRequest('**/api/billing/checkout')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  expect((await checkout).postDataJSON()).toEqual({ priceId: 'price_monthly' })
  await expect(page.getByText('Monthly Plan')).toBeVisible()
  let again = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/billing/checkout')) again += 1
  })
  await page.goBack()
  await expect(page).toHaveURL('/pricing')
  await waitForHydration(page)
  expect(again).toBe(0)
})

test('PLAN-07 the mail opened in another browser says that the password is to be chosen again, and ends at the checkout', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const email = newAddress()
  await fromOwnNetwork(page)
  const data = { email, password: 'tidepool-9', callbackURL: '/pricing?plan=price_annual' }
  expect((await page.request.post('/api/auth/sign-up/email', { data })).status()).toBe(200)
  const elsewhere = await (await browser.newContext({ storageState: VISITOR })).newPage()
  await fromOwnNetwork(elsewhere)
  await elsewhere.goto(await linkMailedTo(page, email))
  await elsewhere.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Your address is confirmed')
  await expect(elsewhere.getByText(/your password has to\s+be chosen again/)).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Continue to checkout' }).click()
  await expect(elsewhere.getByText('Annual Plan')).toBeVisible()
  await expect(pay(elsewhere)).toBeVisible()
  await elsewhere.context().close()
})

test('PLAN-08 PLAN-11 starts one checkout at a time, and says when there is none', async ({
  page,
}) => {
  await signInAs(page, 'free')
  await page.goto('/pricing')
  await waitForHydration(page)
  let calls = 0
  const answer = gate()
  await page.route('**/api/billing/checkout', async (route) => {
    calls += 1
    await answer.opened
    await route.fulfill({
      status: 502,
      json: { error: { code: 'billing_unavailable', message: '' } },
    })
  })
  const choose = page.getByRole('button', { name: 'Choose Monthly' })
  await choose.dblclick()
  await expect(choose).toHaveAttribute('aria-busy', 'true')
  answer.open()
  await expect(page.getByText('Checkout failed', { exact: true })).toBeVisible()
  await expect(page.getByText('Could not create checkout session. Please try again.')).toBeVisible()
  expect(calls).toBe(1)
  await expect(choose).not.toHaveAttribute('aria-busy')
})

test('an address with a plan that is none begins no checkout', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signInAs(page, 'monthly')
  await page.goto('/pricing?plan=x')
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(page.getByText('Current plan')).toBeVisible()
  expect(asked).not.toContain('/api/billing/checkout')
})

test('PLAN-10 a checkout that leads nowhere leads to the plans', async ({ page }) => {
  await signInAs(page, 'free')
  await page.goto('/search')
  await page.route('**/api/billing/checkout', (route) => route.fulfill({ json: {} }))
  await page.getByRole('button', { name: 'Upgrade' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
})

test('PLAN-14 says that the upgrade failed', async ({ page }) => {
  await signInAs(page, 'free')
  await page.goto('/search')
  await page.route('**/api/billing/checkout', (route) => route.abort())
  await page.getByRole('button', { name: 'Upgrade' }).click()
  await expect(page.getByText('Upgrade Error', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Failed to initiate checkout. Please try again.', { exact: true }),
  ).toBeVisible()
  await expect(page).toHaveURL('/search')
})

test('PLAN-16 the portal without a session leads to log in, and says why', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'annual')
  await page.goto('/account?tab=subscription')
  await page.route('**/api/billing/portal', (route) =>
    route.fulfill({
      status: 401,
      json: { error: { code: 'authentication_required', message: 'Log in first.' } },
    }),
  )
  await page.getByRole('button', { name: 'Manage Billing' }).click()
  await expect(page.getByText('Authentication required', { exact: true })).toBeVisible()
  await expect(page.getByText('Please sign in to manage your subscription.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

for (const [status, why] of [
  [500, 'Could not access customer portal. Please try again.'],
  [200, 'Could not open subscription management portal.'],
] as const) {
  test(`PLAN-17 a portal that answers ${status} without an address says: ${why}`, {
    tag: '@slow',
  }, async ({ page }) => {
    await signInAs(page, 'annual')
    await page.goto('/account?tab=subscription')
    await page.route('**/api/billing/portal', (route) =>
      route.fulfill({ status, json: status === 200 ? {} : { error: { code: 'internal_error' } } }),
    )
    await page.getByRole('button', { name: 'Manage Billing' }).click()
    await expect(page.getByText('Portal access failed', { exact: true })).toBeVisible()
    await expect(page.getByText(why)).toBeVisible()
  })
}

test('PLAN-19 rechecks nothing without a payment', async ({ page }) => {
  await page.clock.install()
  await signInAs(page, 'free')
  const checks = noteRequests(page, /\/api\/billing\//)
  await page.goto('/payment-success')
  await expect(
    page.getByText('Could not verify your payment. Please contact support.'),
  ).toBeVisible()
  await stopClock(page)
  await page.clock.runFor(10_000)
  expect(checks).toEqual([])
})

test('PLAN-20 waits 3 s, rechecks, waits 2 s, rechecks, and then says that it worked', {
  tag: '@slow',
}, async ({ page }) => {
  await page.clock.install()
  await signInAs(page, 'free')
  const checks: string[] = []
  await page.route(/\/api\/(billing\/confirm|me)$/, async (route) => {
    checks.push(new URL(route.request().url()).pathname)
    await (route.request().method() === 'POST' ? route.fulfill({ json: {} }) : route.continue())
  })
  // The clock stops where nothing of the app runs: what the app asks on opening is asked once.
  await page.goto('/robots.txt')
  await stopClock(page)
  const opening = page.waitForResponse(/\/api\/me$/)
  await page.goto('/payment-success?session_id=cs_test_1')
  await (await opening).finished()
  const success = page.getByRole('heading', { name: 'Payment Successful' })
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  checks.length = 0
  await page.clock.runFor(2900)
  expect(checks).toEqual([])
  // Not the answer that the page fetched on opening.
  const isRecheck = () => checks.length === 2
  const answered = page.waitForResponse(
    (response) => /\/api\/me$/.test(response.url()) && isRecheck(),
  )
  await page.clock.runFor(200)
  await (await answered).finished()
  expect(checks).toEqual(['/api/billing/confirm', '/api/me'])
  await expect(success).toBeHidden()
  // The second wait begins once the page has read the answer: within a few steps that each ask, too.
  let waitedMs = 0
  for (; checks.length < 3; waitedMs += 100) {
    await page.clock.runFor(100)
    await page.evaluate(async () => void (await fetch('/healthz')))
  }
  expect(waitedMs).toBeGreaterThanOrEqual(2000)
  expect(waitedMs).toBeLessThan(4000)
  expect(checks.at(-1)).toBe('/api/me')
  await expect(success).toBeVisible()
})

test('PLAN-21 a recheck that fails is no bad news', { tag: '@slow' }, async ({ page }) => {
  await signInAs(page, 'free')
  await page.route('**/api/billing/confirm', (route) => route.abort())
  await page.goto('/payment-success?session_id=unknown')
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
})
