import { expect, type Page, test } from 'playwright/test'
import { fromOwnNetwork, openConfirmation, signUpNewUser, VISITOR } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { linkMailedTo, newAddress } from './mail.ts'
import { noteRequests } from './note-requests.ts'

test.use({ storageState: VISITOR })
test.beforeEach(({ page }) => fromOwnNetwork(page))

const email = (page: Page) => page.getByLabel('Email', { exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const confirmation = (page: Page) => page.getByLabel('Confirm password', { exact: true })
const createAccount = (page: Page) => page.getByRole('button', { name: 'Create account' })
const logIn = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Log in' })

async function signUp(page: Page, address: string): Promise<void> {
  await page.goto('/signup')
  await email(page).fill(address)
  await password(page).fill('tidepool-9')
  await confirmation(page).fill('tidepool-9')
  await page.getByRole('checkbox').click()
  await createAccount(page).click()
}

test('AUTH-01 AUTH-02 AUTH-03 AUTH-05 says what is missing, sends nothing and loses nothing', async ({
  page,
}) => {
  const calls = noteRequests(page, /\/api\/auth\//)
  await page.goto('/signup')
  await expect(page.getByLabel('Where did you hear about us?')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Get Started')
  await expect(main.getByRole('link', { name: 'Read them' })).toHaveAttribute('href', '/terms')
  await expect(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await email(page).fill('nonsense')
  await password(page).fill('tidepool-9')
  await confirmation(page).fill('other')
  await createAccount(page).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await expect(page.getByText('You must accept the terms and conditions.')).toBeVisible()
  await expect(email(page)).toHaveValue('nonsense')
  await expect(password(page)).toHaveValue('tidepool-9')
  expect(calls).toEqual([])
})

test('AUTH-10 AUTH-12 AUTH-13 signs up, confirms the address and signs in', async ({ page }) => {
  const address = newAddress()
  await signUp(page, address)
  await expect(page).toHaveURL(/\/check-email-confirmation$/)
  await expect(page.getByRole('main').getByText(address)).toBeVisible()
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(page.getByText('Email sent')).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await email(page).fill(address)
  await password(page).fill('tidepool-9')
  await logIn(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Confirm your email')
  await page.getByRole('link', { name: 'Have a new link sent' }).click()
  await expect(page).toHaveURL(/\/check-email-confirmation$/)
  await expect(page.getByRole('main').getByText(address)).toBeVisible()

  await openConfirmation(page, address)
  await page.goto('/login')
  await email(page).fill(address)
  await password(page).fill('tidepool-9')
  await logIn(page).click()
  await expect(page).toHaveURL(/\/search$/)

  await test.step('ACCOUNT-02 is called by the part before the @ until told otherwise', async () => {
    await page.goto('/account')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(
      address.slice(0, address.indexOf('@')),
    )
  })
})

test('AUTH-11 a sign-up that signs in goes the same way, without that message', async ({
  page,
}) => {
  const address = newAddress()
  await page.route('**/api/auth/sign-up/email', async (route) => {
    const data = { email: 'free@clinidex.test', password: 'clinidex' }
    const answer = await page.request.post('/api/auth/sign-in/email', { data })
    await route.fulfill({ json: await answer.json() })
  })
  await signUp(page, address)
  await expect(page).toHaveURL(/\/check-email-confirmation$/)
  await expect(page.getByRole('main').getByText(address)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(page.getByRole('status').getByText('Check your email')).toBeHidden()
})

test('AUTH-20 an answer without a user is a failure, and said to be one', async ({ page }) => {
  await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ json: {} }))
  await page.goto('/login')
  await email(page).fill('free@clinidex.test')
  await password(page).fill('clinidex')
  await logIn(page).click()
  await expect(page.getByText('Login failed - no user data returned')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('a mail scanner opens the confirmation link before its user, whose password then still signs in', async ({
  page,
  browser,
}) => {
  const address = newAddress()
  await signUp(page, address)
  await expect(page).toHaveURL(/\/check-email-confirmation$/)
  const link = await linkMailedTo(page, address)
  const scanner = await (await browser.newContext({ storageState: VISITOR })).newPage()
  await fromOwnNetwork(scanner)
  await scanner.goto(link)
  await expect(scanner.getByRole('button', { name: 'Confirm this address' })).toBeVisible()
  await expectAccessible(scanner, 'a confirmation in another browser')
  await scanner.context().close()

  await page.goto(link)
  await expect(page).toHaveURL(/\/search$/)
  await page.context().clearCookies()
  await page.goto('/login')
  await email(page).fill(address)
  await password(page).fill('tidepool-9')
  await logIn(page).click()
  await expect(page).toHaveURL(/\/search$/)

  await test.step('opened once more without a session, it leads on by the login', async () => {
    await page.context().clearCookies()
    await page.goto(link.replace(/return_to=.*$/, 'return_to=/account?tab=security'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your address is confirmed already',
    )
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await email(page).fill(address)
    await password(page).fill('tidepool-9')
    await logIn(page).click()
    await expect(page).toHaveURL(/\/account\?tab=security$/)
  })
})

test('a confirmation link opened in another account’s session asks to log out, and then goes on', async ({
  page,
}) => {
  const address = newAddress()
  await signUpNewUser(page)
  await signUp(page, address)
  await expect(page).toHaveURL(/\/check-email-confirmation$/)
  await page.goto(await linkMailedTo(page, address))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The link is of another account')
  await page.getByRole('button', { name: 'Log out and confirm' }).click()
  await expect(page).toHaveURL(/\/search$/)
  const me = await (await page.request.get('/api/me')).json()
  expect(me.user.email).toBe(address)
})

test('AUTH-07 AUTH-08 says that the address has an account, and stays', async ({ page }) => {
  await signUp(page, 'annual@clinidex.test')
  await expect(
    page.getByText('An account with this email already exists. Please sign in instead.'),
  ).toBeVisible()
  await expect(
    page.getByText('An account with annual@clinidex.test already exists. Try signing in instead.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/signup$/)
})

test('AUTH-04 five characters are too few for a password, and nothing is sent', async ({
  page,
}) => {
  const calls = noteRequests(page, /\/api\/auth\//)
  await page.goto('/signup')
  await email(page).fill(newAddress())
  await password(page).fill('tide9')
  await confirmation(page).fill('tide9')
  await page.getByRole('checkbox').click()
  await createAccount(page).click()
  await expect(page.getByText('Password must be at least 6 characters long.')).toBeVisible()
  expect(calls).toEqual([])
  await password(page).fill('tide-9')
  await confirmation(page).fill('tide-9')
  await createAccount(page).click()
  await expect(page).toHaveURL(/\/check-email-confirmation$/)
})

for (const [message, shown] of [
  ['The post office is closed.', 'The post office is closed.'],
  ['', 'Failed to create account.'],
] as const) {
  test(`AUTH-09 a sign-up that fails with "${message}" says: ${shown}`, async ({ page }) => {
    await page.route('**/api/auth/sign-up/email', (route) =>
      route.fulfill({ status: 422, json: { error: { code: 'SOMETHING_ELSE', message } } }),
    )
    await signUp(page, newAddress())
    await expect(page.getByText(shown, { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/signup$/)
  })
}

test('AUTH-14 knows of no address after a direct visit, and makes no call', async ({ page }) => {
  const calls = noteRequests(page, /\/api\/auth\/send-/)
  await page.goto('/check-email-confirmation')
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(page.getByText('No email address found to resend verification.')).toBeVisible()
  expect(calls).toEqual([])
})

test('AUTH-14 says that the mail could not be sent again', async ({ page }) => {
  await signUp(page, newAddress())
  await expect(page).toHaveURL(/\/check-email-confirmation$/)
  await page.route('**/api/auth/send-verification-email', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(page.getByText('Failed to resend verification email.')).toBeVisible()
})

for (const [message, shown] of [
  ['The door is stuck.', 'The door is stuck.'],
  ['', 'Failed to log in. Please check your credentials.'],
] as const) {
  test(`AUTH-21 a sign-in that fails with "${message}" says: ${shown}`, async ({ page }) => {
    await page.route('**/api/auth/sign-in/email', (route) =>
      route.fulfill({ status: 422, json: { error: { code: 'SOMETHING_ELSE', message } } }),
    )
    await page.goto('/login')
    await email(page).fill('annual@clinidex.test')
    await password(page).fill('clinidex')
    await logIn(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(shown)
    await expect(page).toHaveURL(/\/login$/)
  })
}

test('AUTH-15 has e-mail and password, and leads to recovery and sign-up', async ({ page }) => {
  for (const [name, path] of [
    ['Forgot your password?', '/forgot-password'],
    ['Get Started', '/signup'],
  ] as const) {
    await page.goto('/login')
    await expect(email(page)).toBeVisible()
    await expect(password(page)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('AUTH-16 AUTH-21 asks for both, and says why a sign-in failed', async ({ page }) => {
  await page.goto('/login')
  await logIn(page).click()
  await expect(page.getByText('Please enter your email address.')).toBeVisible()
  await expect(page.getByText('Please enter your password.')).toBeVisible()
  await email(page).fill('annual@clinidex.test')
  await password(page).fill('not this one')
  await logIn(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid email or password')
  await expect(password(page)).toHaveValue('not this one')
})

test('AUTH-17 AUTH-18 follows return_to within the app only', { tag: '@slow' }, async ({
  page,
}) => {
  for (const [returnTo, path] of [
    ['/pricing', '/pricing'],
    ['//evil.example/x', '/search'],
    ['https://evil.example', '/search'],
  ] as const) {
    await page.context().clearCookies()
    await page.goto(`/login?return_to=${encodeURIComponent(returnTo)}`)
    await email(page).fill('free@clinidex.test')
    await password(page).fill('clinidex')
    await logIn(page).click()
    await expect(page).toHaveURL(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path}$`))
  }
})

test('NAV-07 comes back to the page first asked for', async ({ page }) => {
  await page.goto('/account?tab=security')
  await expect(page).toHaveURL(/\/login$/)
  await email(page).fill('free@clinidex.test')
  await password(page).fill('clinidex')
  await logIn(page).click()
  await expect(page).toHaveURL(/\/account\?tab=security$/)
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
})

test('a sign-in goes on to that page once the server says who signed in, and tells while it does not', async ({
  page,
}) => {
  await page.goto('/account?tab=security')
  await expect(page).toHaveURL(/\/login$/)
  let isAway = true
  await page.route('**/api/me', (route) =>
    isAway ? route.fulfill({ status: 503, body: 'away' }) : route.continue(),
  )
  await email(page).fill('free@clinidex.test')
  await password(page).fill('clinidex')
  await logIn(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'The server could not be reached.',
  )
  await expect(page).toHaveURL(/\/login$/)
  isAway = false
  await expect(page).toHaveURL(/\/account\?tab=security$/)
})

test('AUTH-22 AUTH-23 sets a new password by the mailed link', async ({ page }) => {
  const address = newAddress()
  await signUp(page, address)
  await expect(page).toHaveURL(/\/check-email-confirmation$/)
  await openConfirmation(page, address)

  await page.context().clearCookies()
  await page.goto('/forgot-password')
  await email(page).fill(address)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(/a link to set a\s+new password is on its way/)).toBeVisible()

  await page.goto(await linkMailedTo(page, address))
  await expect(page).toHaveURL(/\/reset-password/)
  await page.getByLabel('New password', { exact: true }).fill('harbour-47')
  await confirmation(page).fill('harbour-47')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  for (const [typed, path] of [
    ['tidepool-9', '/login'],
    ['harbour-47', '/search'],
  ] as const) {
    await email(page).fill(address)
    await password(page).fill(typed)
    await logIn(page).click()
    if (path === '/login') await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('AUTH-24 a common password is refused in words, at sign-up and by the mailed link', {
  tag: '@slow',
}, async ({ page }) => {
  const words = 'This password is too easy to guess. Please choose another one.'
  const address = newAddress()
  await page.goto('/signup')
  await email(page).fill(address)
  await password(page).fill('sunshine')
  await confirmation(page).fill('sunshine')
  await page.getByRole('checkbox').click()
  await createAccount(page).click()
  await expect(page.getByText(words)).toBeVisible()
  await expect(password(page)).toBeFocused()
  await password(page).fill('tidepool-9')
  await confirmation(page).fill('tidepool-9')
  await createAccount(page).click()
  await expect(page).toHaveURL(/\/check-email-confirmation$/)
  await openConfirmation(page, address)

  await page.context().clearCookies()
  await page.request.post('/api/auth/request-password-reset', { data: { email: address } })
  await page.goto(await linkMailedTo(page, address))
  const newPassword = page.getByLabel('New password', { exact: true })
  await newPassword.fill('Sunshine')
  await confirmation(page).fill('Sunshine')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText(words)).toBeVisible()
  await expect(newPassword).toBeFocused()
})

test('AUTH-22 says the same of an address nobody has', async ({ page }) => {
  await page.goto('/forgot-password')
  await email(page).fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(/a link to set a\s+new password is on its way/)).toBeVisible()
})
