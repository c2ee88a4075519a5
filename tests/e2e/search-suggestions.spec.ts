import { expect, type Page, test } from 'playwright/test'
import { VISITOR } from './accounts.ts'
import { holdRequests } from './hold-requests.ts'
import { watchShifts } from './layout-shift.ts'
import { card, cards, openSearch, parameter, searchField, ZENOBIA } from './search-page.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const group = (page: Page, name: string) => list(page).getByRole('group', { name })
const option = (page: Page, name: RegExp) => list(page).getByRole('option', { name })

test('SEARCH-20 suggests specialties, cities, employers and people with counts while the user types', async ({
  page,
}) => {
  await openSearch(page)
  await searchField(page).pressSequentially('l')
  await expect(list(page)).toHaveCount(0)
  await searchField(page).fill('larkspur heart')
  await expect(group(page, 'Employers').getByRole('option')).toHaveText([
    /^Larkspur Heart Institute2$/,
  ])
  await searchField(page).fill('cardio')
  await expect(group(page, 'Specialties').getByRole('option').first()).toHaveText(/\D+[\d,]+$/)
  await searchField(page).fill('amarillo')
  await expect(group(page, 'Cities').getByRole('option').first()).toHaveText(/^Amarillo, TX\d+$/)
  await searchField(page).fill('featherston')
  await expect(group(page, 'People').getByRole('option')).toHaveText([/Featherstonehaugh1$/])
})

test('SEARCH-20 the keyboard chooses a suggestion, and what was typed is never hidden', {
  tag: '@slow',
}, async ({ page }) => {
  await openSearch(page)
  const field = searchField(page)
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await field.pressSequentially('nurse in lubb')
  await expect(option(page, /^Lubbock, TX/)).toBeVisible()
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await field.press('ArrowDown')
  const active = await field.getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveValue('nurse in lubb')
  // The list closes, the text stays; by itself the browser would have cleared the field.
  await field.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await expect(field).toHaveValue('nurse in lubb')
  await field.press('ArrowDown')
  await expect(option(page, /^Lubbock, TX/)).toBeVisible()
  while ((await option(page, /^Lubbock, TX/).getAttribute('aria-selected')) !== 'true') {
    await field.press('ArrowDown')
  }
  await field.press('Enter')
  await expect(field).toHaveValue('nurse')
  await expect(field).toBeFocused()
  await expect.poll(() => parameter(page, 'city')).toBe('Lubbock')
  expect(parameter(page, 'state')).toBe('TX')
  await expect.poll(() => parameter(page, 'query')).toBe('nurse')
})

test('Enter without a chosen suggestion searches for the text', { tag: '@slow' }, async ({
  page,
}) => {
  await openSearch(page)
  await searchField(page).pressSequentially('larkspur')
  await expect(list(page)).toBeVisible()
  await searchField(page).press('Enter')
  await expect(list(page)).toHaveCount(0)
  await expect.poll(() => parameter(page, 'query')).toBe('larkspur')
  await expect(searchField(page)).toHaveValue('larkspur')
})

test('one’s own saved searches are suggested, and applied', { tag: '@slow' }, async ({ page }) => {
  await openSearch(page, '?organization=Larkspur+Heart+Institute')
  await page.keyboard.press('s')
  const name = `Heart hospitals ${Date.now()}`
  await page.getByRole('dialog', { name: 'Save Search' }).getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Search saved' })).toBeVisible()

  await openSearch(page)
  await searchField(page).fill('heart hosp')
  await group(page, 'Saved searches').getByRole('option', { name }).click()
  await expect.poll(() => parameter(page, 'organization')).toBe('Larkspur Heart Institute')
  await expect(cards(page)).toHaveCount(2)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a tap chooses, nothing jumps, and the list is within the screen', { tag: '@slow' }, async ({
    page,
  }) => {
    const expectStill = await watchShifts(page)
    await openSearch(page, '?state=TX')
    // Other people in other places are no layout shift.
    const answer = await holdRequests(page, '**/api/search')
    await searchField(page).tap()
    await searchField(page).pressSequentially('feathers')
    const person = option(page, /^Zenobia/)
    await expect(person).toBeVisible()
    const [box, field] = [await list(page).boundingBox(), await searchField(page).boundingBox()]
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
    expect(box?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0))
    expect((await person.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await person.tap()
    await expect(searchField(page)).toHaveValue('Zenobia Featherstonehaugh')
    await expect(list(page)).toHaveCount(0)
    await expectStill()
    answer()
    await expect(cards(page)).toHaveCount(1)
    await expect(card(page, ZENOBIA)).toBeVisible()
  })
})

test.describe('of a visitor', () => {
  test.use({ storageState: VISITOR })

  test('GATE-03 a visitor is suggested everything but people', async ({ page }) => {
    await page.goto('/search')
    const answer = page.waitForResponse('**/api/search/suggest')
    await searchField(page).fill('featherston')
    expect((await (await answer).json()).people).toEqual([])
    await expect(list(page)).toHaveCount(0)
    await searchField(page).fill('cardiol')
    await expect(group(page, 'Specialties')).toBeVisible()
  })
})
