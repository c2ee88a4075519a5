import { type BrowserContextOptions, expect, type Page } from 'playwright/test'
import { linkMailedTo, newAddress } from './mail.ts'

/** Cookies and storage of the annual subscriber, whom tests are unless they say otherwise. */
export const SUBSCRIBER_STATE = 'test-results/subscriber.json'

/** A browser nobody signed in with. */
export const VISITOR: BrowserContextOptions['storageState'] = { cookies: [], origins: [] }

const PASSWORD = 'clinidex'

/**
 * Gives a page's browser a network of its own: the tests share one machine, and one network may not
 * try to sign in as often as all of them together do.
 */
export async function fromOwnNetwork(page: Page): Promise<void> {
  const octet = () => Math.floor(Math.random() * 254) + 1
  const address = `10.${octet()}.${octet()}.${octet()}`
  await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': address })
}

/** Signs in as one of the accounts of development, through the screen. */
export function signInAs(
  page: Page,
  name: 'admin' | 'monthly' | 'annual' | 'free' | 'demo',
): Promise<void> {
  return signIn(page, `${name}@clinidex.test`)
}

/**
 * Signs up and in as somebody new, for what another test in the same account would see or undo.
 * @returns the address, to sign in with elsewhere.
 */
export async function becomeSomebody(
  page: Page,
  { email = newAddress(), name = 'Ada' } = {},
): Promise<string> {
  await fromOwnNetwork(page)
  const data = { email, password: PASSWORD, name, callbackURL: '/search' }
  const answer = await page.request.post('/api/auth/sign-up/email', { data })
  expect(answer.status()).toBe(200)
  // Whoever follows it is signed in.
  await page.request.get(await linkMailedTo(page, email))
  await page.goto('/search')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible()
  return email
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
