import { type BrowserContextOptions, expect, type Page } from 'playwright/test'
import { linkMailedTo, newAddress } from './mail.ts'

/** Cookies and storage of the annual subscriber, the default account of the tests. */
export const SUBSCRIBER_STATE = 'test-results/subscriber.json'

/** A browser without a session. */
export const VISITOR: BrowserContextOptions['storageState'] = { cookies: [], origins: [] }

const PASSWORD = 'clinidex'

/**
 * Gives a page's browser a network address of its own: the tests share one machine, and sign-ins are
 * limited per network.
 */
export async function fromOwnNetwork(page: Page): Promise<void> {
  const octet = () => Math.floor(Math.random() * 254) + 1
  const address = `10.${octet()}.${octet()}.${octet()}`
  await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': address })
}

/** Signs in to a development account, through the screen. */
export function signInAs(
  page: Page,
  name: 'admin' | 'monthly' | 'annual' | 'free' | 'demo',
): Promise<void> {
  return signIn(page, `${name}@clinidex.test`)
}

/**
 * Signs up and in with a new account, for tests whose changes would disturb others in a shared one.
 * @returns the address, to sign in with elsewhere.
 */
export async function signUpNewUser(
  page: Page,
  { email = newAddress(), name = 'Ada' } = {},
): Promise<string> {
  await fromOwnNetwork(page)
  const data = { email, password: PASSWORD, name, callbackURL: '/search' }
  const answer = await page.request.post('/api/auth/sign-up/email', { data })
  expect(answer.status()).toBe(200)
  // Following the link signs in.
  await page.request.get(await linkMailedTo(page, email))
  await page.goto('/search')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible()
  return email
}

/** Subscribes the signed-in account to the monthly plan, at the billing stand-in. */
export async function subscribe(page: Page): Promise<void> {
  const answer = await page.request.post('/api/billing/checkout', {
    data: {
      priceId: 'price_monthly',
      successUrl: '/payment-success?session_id={CHECKOUT_SESSION_ID}',
    },
  })
  await page.goto((await answer.json()).url)
  await page.getByRole('button', { name: 'Pay with the test card' }).click()
  await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible()
}

/** Signs in through the screen, with the password of every account of these tests. */
export async function signIn(page: Page, email: string): Promise<void> {
  await fromOwnNetwork(page)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/search$/)
}
