import { expect, test } from 'playwright/test'
import {
  addTag,
  card,
  cards,
  IGNATIUS,
  openSearch,
  parameter,
  results,
  searchField,
  ZENOBIA,
} from './search-page.ts'

test('SEARCH-12 SEARCH-18 applies what the address holds', async ({ page }) => {
  await openSearch(page, '?organization=Larkspur+Heart+Institute&sortKey=name&sortDirection=desc')
  await expect(cards(page).first()).toContainText(IGNATIUS)
  await page.getByRole('button', { name: 'Sort ascending' }).click()
  await expect(cards(page).first()).toContainText(ZENOBIA)
  expect(parameter(page, 'sortDirection')).toBeNull()
})

test('SEARCH-13 replaces the history entry: Back leaves the search at once', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('link', { name: 'Search', exact: true }).first().click()
  await expect(results(page)).toBeVisible()
  await searchField(page).fill('nurse')
  await expect.poll(() => parameter(page, 'query')).toBe('nurse')
  await page.getByRole('checkbox', { name: '5000+', exact: true }).click()
  await expect.poll(() => parameter(page, 'companySize')).toBe('5000+')
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('filters pressed faster than the address follows all count, and none brings back who left', async ({
  page,
}) => {
  await openSearch(page)
  const press = (names: string[]) =>
    page.evaluate((names) => {
      const labels = [...document.querySelectorAll('label')]
      for (const name of names) labels.find((label) => label.textContent === name)?.click()
    }, names)
  await press(['1 to 19', '5000+'])
  await expect.poll(() => parameter(page, 'companySize')).toBe('1 to 19,5000+')
  await page.evaluate(() => {
    const labels = [...document.querySelectorAll('label')]
    labels.find((label) => label.textContent === '5000+')?.click()
    document.querySelector<HTMLAnchorElement>('header a[href="/lists"]')?.click()
  })
  await expect(page.getByRole('heading', { level: 1, name: 'My Lists' })).toBeVisible()
  await expect(page).toHaveURL(/\/lists$/)
})

test("SEARCH-16 applies a saved search's parameters on arrival", { tag: '@slow' }, async ({
  page,
}) => {
  // From a loaded screen: one still starting would read the new address as its own.
  await openSearch(page)
  await page.evaluate(() => {
    const savedSearch = { title: ['Charge Nurse'], state: 'TX', page: 4 }
    history.pushState({ savedSearch }, '', '/search')
  })
  await page.reload()
  await expect(card(page, IGNATIUS)).toBeVisible()
  expect(parameter(page, 'title')).toBe('Charge Nurse')
  expect(parameter(page, 'page')).toBeNull()
  await searchField(page).fill('nurse')
  await expect.poll(() => parameter(page, 'query')).toBe('nurse')
})

test('SEARCH-19 returns to page 1 and the results on any filter change', async ({ page }) => {
  await openSearch(page, '?page=3&tab=saved-lists')
  await page.getByRole('checkbox', { name: '5000+', exact: true }).click()
  await expect.poll(() => parameter(page, 'page')).toBeNull()
  expect(parameter(page, 'tab')).toBeNull()
})

test('SEARCH-34 opens a page and writes it to the address', { tag: '@slow' }, async ({ page }) => {
  await openSearch(page)
  const first = await cards(page).first().textContent()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('link', { name: /^Page \d+$/ })).toHaveCount(6)
  await pages.getByRole('link', { name: 'Page 3', exact: true }).click()
  await expect.poll(() => parameter(page, 'page')).toBe('3')
  await expect(cards(page).first()).not.toHaveText(first ?? '')
  await expect(pages.getByRole('link', { name: 'Page 3', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('takes filters away by their chips, and keeps the keyboard near', { tag: '@slow' }, async ({
  page,
}) => {
  await openSearch(page, '?organization=Larkspur+Heart&city=Lubbock')
  const chips = page.getByRole('list', { name: 'Active filters' })
  await chips.getByRole('button', { name: 'Remove Lubbock' }).press('Enter')
  await expect(cards(page)).toHaveCount(2)
  await expect(chips.getByRole('button', { name: 'Remove Larkspur Heart' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(25)
  await expect(page.getByRole('region', { name: 'Search results' })).toBeFocused()
})

test('SEARCH-14 SEARCH-22 keeps tags, at most five', { tag: '@slow' }, async ({ page }) => {
  await openSearch(page)
  const city = page.getByRole('combobox', { name: 'City', exact: true })
  for (const name of ['Reno', 'Sparks', 'Elko', 'Ely', 'Fallon', 'Tonopah']) {
    await addTag(city, name)
  }
  await expect.poll(() => parameter(page, 'city')).toBe('Reno,Sparks,Elko,Ely,Fallon')
})
