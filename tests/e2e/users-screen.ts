import { expect, type Page } from 'playwright/test'

/** Opens the administrators' table of accounts. @param query of the address, with its question mark. */
export async function openUsers(page: Page, query = ''): Promise<void> {
  await page.goto(`/users${query}`)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
}

/** Opens one account's page from the table. */
export async function openUser(page: Page, email: string): Promise<void> {
  await openUsers(page, `?query=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: email }).click()
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
}
