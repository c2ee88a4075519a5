import { type BrowserContextOptions, expect, type Page } from 'playwright/test'

/** Cookies and storage of the annual subscriber, whom tests are unless they say otherwise. */
export const SUBSCRIBER_STATE = 'test-results/subscriber.json'

/** A browser nobody signed in with. */
export const VISITOR: BrowserContextOptions['storageState'] = { cookies: [], origins: [] }

const PASSWORD = 'clinidex'

/** Signs in as one of the accounts of development, through the screen. */
export async function signInAs(
  page: Page,
  name: 'admin' | 'monthly' | 'annual' | 'free' | 'demo',
): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(`${name}@clinidex.test`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/search$/)
}
