import { expect, test } from 'playwright/test'
import { card, IGNATIUS, openSearch, parameter, searchField, ZENOBIA } from './search-page.ts'

test('moves along the list, reveals, selects and opens', async ({ page }) => {
  await openSearch(page, '?organization=Larkspur+Heart+Institute&sortKey=name')
  await page.keyboard.press('j')
  await expect(card(page, ZENOBIA)).toBeFocused()
  await page.keyboard.press('j')
  await expect(card(page, IGNATIUS)).toBeFocused()
  await expect(page.getByRole('article', { name: `Preview of ${IGNATIUS}` })).toBeVisible()
  await page.keyboard.press('r')
  await expect(card(page, IGNATIUS).getByText('806-555-0103')).toBeVisible()
  await page.keyboard.press('x')
  await expect(card(page, IGNATIUS).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: ZENOBIA })).toBeVisible()
})

test('focuses the search by / and lists the shortcuts by ?', async ({ page }) => {
  await openSearch(page)
  await page.keyboard.press('/')
  await expect(searchField(page)).toBeFocused()
  await page.keyboard.type('?j')
  await expect(searchField(page)).toHaveValue('?j')
  await searchField(page).blur()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('runs a command from the palette', async ({ page }) => {
  await openSearch(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('only state vermont')
  await page.keyboard.press('Enter')
  await expect.poll(() => parameter(page, 'state')).toBe('VT')
  await expect(page.getByRole('dialog')).toBeHidden()
})
