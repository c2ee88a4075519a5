import { expect, type Page, test } from 'playwright/test'
import { fromOwnNetwork, signInAs, signInOnScreen, VISITOR } from './accounts.ts'
import { noteRequests } from './note-requests.ts'

test.use({ storageState: VISITOR })
test.beforeEach(({ page }) => fromOwnNetwork(page))

const email = (page: Page) => page.getByLabel('Email', { exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const logIn = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Log in' })

test('AUTH-26 AUTH-29 NAV-13 stays signed in over a reload, until signed out', async ({ page }) => {
  await signInOnScreen(page, 'free')
  await page.reload()
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: 'Log in' })).toBeHidden()
  await banner.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText('Hello, free@clinidex.test')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(banner.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(banner.getByRole('link', { name: 'Get Started' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('subscriptionData'))).toBeNull()
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login$/)
})

test('a session that the server ended is said to be over, and its page is there after the next', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'free')
  await page.goto('/account?tab=security')
  await expect(page.getByRole('tab', { name: 'Security' })).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Your session has ended. Log in to go on.')).toBeVisible()
  await email(page).fill('free@clinidex.test')
  await password(page).fill('clinidex')
  await logIn(page).click()
  await expect(page).toHaveURL(/\/account\?tab=security$/)
  // The form is no place to go back to.
  await page.goBack()
  await expect(page).not.toHaveURL(/\/login/)
})

test('a press that the server refuses for want of a session leads to the login page', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'free')
  await page.goto('/account?tab=security')
  const show = page.getByRole('button', { name: 'Show a support code' })
  await expect(show).toBeVisible()
  await page.context().clearCookies()
  await show.click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Your session has ended. Log in to go on.')).toBeVisible()
})

test('AUTH-30 a sign-out that fails leaves everything as it was', async ({ page }) => {
  await signInAs(page, 'free')
  await page.goto('/search')
  await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByText('Could not log out. Please try again.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible()
})

for (const status of [502, 503, 504]) {
  test(`AUTH-25 AUTH-28 a server that answers ${status} signs nobody out, and is asked again`, {
    tag: '@slow',
  }, async ({ page }) => {
    await signInOnScreen(page, 'annual')
    let asked = 0
    await page.route('**/api/me', (route) => {
      asked += 1
      return route.fulfill({ status, body: 'away' })
    })
    await page.reload()
    // It asks again once the first answer was applied.
    await expect.poll(() => asked).toBeGreaterThan(1)
    await expect(page.getByRole('list', { name: 'Results' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible()
  })
}

test('PLAN-25 PLAN-29 a check that fails leaves a free account, without a word', {
  tag: '@slow',
}, async ({ page }) => {
  await signInOnScreen(page, 'annual')
  await page.route('**/api/me', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'x' } } }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Unlock Unlimited Contacts' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible()
})

const ADMIN_ROUTES = ['admin-dashboard', 'users', 'resume-approval', 'admin-settings', 'admin-logs']

test('NAV-08 asks a visitor of the administration to sign in, and leads back there', {
  tag: '@slow',
}, async ({ page }) => {
  const calls = noteRequests(page, /\/api\/admin/)
  for (const route of ADMIN_ROUTES) {
    await page.goto(`/${route}`)
    await expect(page).toHaveURL(/\/login$/)
  }
  expect(calls).toEqual([])
  await email(page).fill('admin@clinidex.test')
  await password(page).fill('clinidex')
  await logIn(page).click()
  await expect(page).toHaveURL(new RegExp(`/${ADMIN_ROUTES.at(-1)}$`))
})

test('NAV-10 says to others that the settings are not theirs, and leads home', {
  tag: '@slow',
}, async ({ page }) => {
  await signInAs(page, 'free')
  await page.goto('/admin-settings', { waitUntil: 'commit' })
  await expect(page.getByText('Access Denied. Redirecting...')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('NAV-09 NAV-11 leads others away from the administration', { tag: '@slow' }, async ({
  page,
}) => {
  await signInAs(page, 'free')
  for (const route of ADMIN_ROUTES) {
    await page.goto(`/${route}`)
    await expect(page).toHaveURL(
      route.startsWith('admin-') && route !== 'admin-dashboard' ? /\/$/ : /\/account$/,
    )
  }
})
