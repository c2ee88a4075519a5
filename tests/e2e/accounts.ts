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

type DevAccount = 'admin' | 'monthly' | 'annual' | 'free' | 'demo'

const addressOf = (name: DevAccount) => `${name}@clinidex.test`

/** Signs in to a development account, by the API: a page opened next is signed in. */
export const signInAs = (page: Page, name: DevAccount) => signIn(page, addressOf(name))

/**
 * Signs up and in with a new account, by the API, for tests whose changes would disturb others in a
 * shared one.
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
  await confirmByApi(page, await linkMailedTo(page, email))
  return email
}

/** Confirms the address of a sign-up by its mailed link, and signs in, by the API. */
export async function confirmByApi(page: Page, link: string): Promise<void> {
  const { origin, searchParams } = new URL(link)
  const answer = await page.request.post(`${origin}/api/auth/confirm-email`, {
    data: { token: searchParams.get('token') },
    headers: { Origin: origin },
  })
  expect(await answer.json()).toEqual({ outcome: 'confirmed' })
}

/**
 * Opens the mailed link of a sign-up in the browser that signed up, which confirms the address and
 * signs in.
 */
export async function openConfirmation(page: Page, email: string): Promise<void> {
  await page.goto(await linkMailedTo(page, email))
  await expect(page).not.toHaveURL(/\/confirm-email\?/)
}

/** Subscribes the signed-in account to the monthly plan, at the billing stand-in and by the API. */
export async function subscribe(page: Page): Promise<void> {
  const answer = await page.request.post('/api/billing/checkout', {
    data: {
      priceId: 'price_monthly',
      successUrl: '/payment-success?session_id={CHECKOUT_SESSION_ID}',
    },
  })
  const { url } = (await answer.json()) as { url: string }
  const paid = await page.request.post(`${url}/pay`, { maxRedirects: 0 })
  const sessionId = new URL(paid.headers().location ?? '').searchParams.get('session_id')
  const confirmed = await page.request.post('/api/billing/confirm', { data: { sessionId } })
  expect(await confirmed.json()).toEqual({ paid: true, subscribed: true })
}

/** Signs in by the API, with the password of every account of these tests. */
export async function signIn(page: Page, email: string): Promise<void> {
  await fromOwnNetwork(page)
  // With a cookie the server wants to know which page asks.
  await page.context().clearCookies()
  const data = { email, password: PASSWORD }
  const answer = await page.request.post('/api/auth/sign-in/email', { data })
  expect(answer.status()).toBe(200)
}

/** Signs in to a development account through the screen, which leads to the search. */
export async function signInOnScreen(page: Page, name: DevAccount): Promise<void> {
  await fromOwnNetwork(page)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(addressOf(name))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/search$/)
}
