import { expect, test } from 'playwright/test'
import {
  card,
  cards,
  IGNATIUS,
  openSearch,
  parameter,
  searchField,
  ZENOBIA,
} from './search-page.ts'

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

  await test.step('Back leads to the card that was left, and a link to the top of the screen', async () => {
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(card(page, ZENOBIA)).toBeFocused()
    await page.keyboard.press('j')
    await expect(card(page, IGNATIUS)).toBeFocused()
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Due' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Due' })).toBeVisible()
    await main.getByRole('link', { name: 'Search' }).click()
    await expect(page.getByRole('region', { name: 'Search results' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })
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

test('an arrow key chooses the density, and the shortcuts keep their keys beside it', async ({
  page,
}) => {
  await openSearch(page)
  const compact = page.getByRole('radio', { name: 'Compact' })
  await page.getByRole('radio', { name: 'Comfortable' }).press('ArrowRight')
  await expect(compact).toBeChecked()
  await expect(compact).toBeFocused()
  await page.keyboard.press('j')
  await expect(cards(page).first()).toBeFocused()
})

test('runs a command from the palette, and the results that come keep the focus', {
  tag: '@slow',
}, async ({ page }) => {
  await openSearch(page)
  await page.keyboard.press('j')
  const first = await cards(page).first().getAttribute('id')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('only state vermont')
  await page.keyboard.press('Enter')
  await expect.poll(() => parameter(page, 'state')).toBe('VT')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator(`#${first}`)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Search results' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(cards(page).first()).toBeFocused()
})

test('Escape leaves the words in the field', async ({ page }) => {
  await openSearch(page, '?query=zenobia')
  await searchField(page).press('Escape')
  await searchField(page).press('Escape')
  await expect(searchField(page)).toHaveValue('zenobia')
  expect(parameter(page, 'query')).toBe('zenobia')
})

test('a second skip link leads past filters and controls to the people', async ({ page }) => {
  await openSearch(page, '?query=zenobia')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to results' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Search results' })).toBeFocused()
  await expect(page).toHaveURL('/search?query=zenobia')
  await page.keyboard.press('Tab')
  await expect(card(page, ZENOBIA)).toBeFocused()
})

test('narrows by contacts, freshness and one’s own lists from the palette, and takes it back', {
  tag: '@slow',
}, async ({ page }) => {
  await openSearch(page, '?organization=Larkspur')
  const run = async (typed: string, command: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    const dialog = page.getByRole('dialog', { name: 'Commands' })
    await expect(dialog.getByRole('option').first()).toContainText(command)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }
  await run('has personal', 'Only: Has personal email')
  await expect.poll(() => parameter(page, 'hasContact')).toBe('personal_email')
  await expect(card(page, IGNATIUS)).toHaveCount(0)
  await run('within 30', 'Only: Checked within 30 days')
  await expect.poll(() => parameter(page, 'verifiedWithin')).toBe('30')
  // One span alone is in use.
  await run('within 90', 'Only: Checked within 90 days')
  await expect.poll(() => parameter(page, 'verifiedWithin')).toBe('90')
  await run('not in my', 'Only: Not in my lists')
  await expect.poll(() => parameter(page, 'leaveOut')).toBe('listed')
  await run('remove has personal', 'Remove: Has personal email')
  await expect.poll(() => parameter(page, 'hasContact')).toBeNull()
})

test('SEARCH-12 searches for what is typed into the palette, understood or exactly', {
  tag: '@slow',
}, async ({ page }) => {
  await openSearch(page)
  const commands = page.getByRole('dialog', { name: 'Commands' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('heart doctor')
  await commands.getByRole('option', { name: 'Search for “heart doctor”' }).click()
  await expect(page).toHaveURL('/search?query=heart+doctor')
  await expect(commands).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('heart')
  await commands.getByRole('option', { name: 'Search exactly for “heart”' }).click()
  await expect(page).toHaveURL('/search?query=heart&exact=1')
  await expect(card(page, ZENOBIA)).toBeVisible()
})
