import { type BrowserContextOptions, expect, type Page } from 'playwright/test'

/** Cookies and storage of the annual subscriber, whom tests are unless they say otherwise. */
export const SUBSCRIBER_STATE = 'test-results/subscriber.json'

/** A browser nobody signed in with. */
export const VISITOR: BrowserContextOptions['storageState'] = { cookies: [], origins: [] }

const PASSWORD = 'clinidex'

/**
 * Gives a page a network of its own: the tests share one machine, and one network may not try to
 * sign in as often as all of them together do.
 */
export async function fromOwnNetwork(page: Page): Promise<void> {
  const octet = () => Math.floor(Math.random() * 254) + 1
  const address = `10.${octet()}.${octet()}.${octet()}`
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': address })
}

/** Signs in as one of the accounts of development, through the screen. */
export async function signInAs(
  page: Page,
  name: 'admin' | 'monthly' | 'annual' | 'free' | 'demo',
): Promise<void> {
  await fromOwnNetwork(page)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(`${name}@clinidex.test`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/search$/)
}
