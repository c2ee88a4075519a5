import { expect, type Page, test } from 'playwright/test'
import { makeList, uniqueName } from './devices.ts'
import { openSearch, parameter } from './search-page.ts'
import { holdNextToast } from './toasts.ts'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Saved Lists' })

test('SEARCH-17 LISTS-06 LISTS-09 LISTS-10 the panel of lists opens one, deletes one and brings it back', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/lists')
  const name = uniqueName('In the panel')
  await makeList(page, name)
  await openSearch(page)
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Saved Lists' }).click()
  await expect.poll(() => parameter(page, 'tab')).toBe('saved-lists')
  const item = panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(item).toContainText(/Created on \w{3} \d{1,2}, \d{4}/)
  await expect(item).toContainText('0 physicians')
  await holdNextToast(page)
  await item.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByText('List deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('Your saved list has been deleted.')).toBeVisible()
  await expect(item).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await item.getByRole('link', { name: 'View List' }).click()
  await expect(page).toHaveURL(/\/lists\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})
