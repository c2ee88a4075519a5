import { expect, type Locator, type Page, test } from 'playwright/test'
import { card, IGNATIUS, openSearch, parameter, ZENOBIA } from './search-page.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const option = (page: Page, name: RegExp) => list(page).getByRole('option', { name })
const field = (within: Page | Locator, name: string) =>
  within.getByRole('combobox', { name, exact: true })
const filtersDrawer = (page: Page) => page.getByRole('dialog', { name: 'Filters' })

async function openDrawer(page: Page, search = ''): Promise<Locator> {
  await openSearch(page, search)
  await page.getByRole('button', { name: 'Open filters' }).click()
  const drawer = filtersDrawer(page)
  await expect(field(drawer, 'City')).toBeVisible()
  return drawer
}

test('SEARCH-20 suggests cities, employers, titles and skills in their filters, by keyboard', async ({
  page,
}) => {
  await openSearch(page)
  await field(page, 'City').pressSequentially('amar')
  await expect(option(page, /^Amarillo, TX/)).toHaveText(/^Amarillo, TX\d+$/)
  await expect(field(page, 'City')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  const active = await field(page, 'City').getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(list(page)).toHaveCount(0)
  await expect(field(page, 'City')).toBeFocused()
  await expect(field(page, 'City')).toHaveValue('')
  await expect.poll(() => parameter(page, 'city')).toBe('Amarillo')
  // There are towns of one name in several states.
  expect(parameter(page, 'state')).toBe('TX')

  await field(page, 'Organization').pressSequentially('larkspur he')
  await expect(option(page, /^Larkspur/)).toHaveText('Larkspur Heart Institute2')
  await option(page, /^Larkspur/).click()
  await expect.poll(() => parameter(page, 'organization')).toBe('Larkspur Heart Institute')
  await expect(field(page, 'Organization')).toBeFocused()
  await field(page, 'Title').pressSequentially('attending card')
  await expect(option(page, /^Attending Cardiologist/)).toBeVisible()
  await field(page, 'Skills').pressSequentially('echo')
  await expect(option(page, /^Echocardiography/)).toBeVisible()
  // Left without a choice, the field keeps to what was typed.
  await page.keyboard.press('Tab')
  await expect(list(page)).toHaveCount(0)
  await expect.poll(() => parameter(page, 'skills')).toBe('echo')
  expect(parameter(page, 'title')).toBe('attending card')
  await expect(card(page, ZENOBIA)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('SEARCH-03 the suggestions of the drawer are in reach over an on-screen keyboard', async ({
    page,
  }) => {
    const drawer = await openDrawer(page)
    await field(drawer, 'City').tap()
    // As high as a keyboard leaves it.
    await page.setViewportSize({ width: 360, height: 420 })
    await field(drawer, 'City').pressSequentially('la')
    await expect(option(page, /, [A-Z]{2}/).first()).toBeVisible()
    for (const each of await list(page).getByRole('option').all()) {
      await each.scrollIntoViewIfNeeded()
      expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await each.click({ trial: true })
    }
    const box = await list(page).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)

    await field(drawer, 'City').press('Escape')
    await expect(list(page)).toHaveCount(0)
    await expect(drawer).toBeVisible()
    await field(drawer, 'City').fill('lubbo')
    await expect(option(page, /^Lubbock, TX/)).toBeVisible()
    const top = async () => (await field(drawer, 'City').boundingBox())?.y
    const before = await top()
    await option(page, /^Lubbock, TX/).tap()
    await expect(list(page)).toHaveCount(0)
    await expect(field(drawer, 'City')).toBeFocused()
    await expect(drawer.getByRole('button', { name: 'Remove Lubbock' })).toBeVisible()
    await expect(drawer.getByLabel('State', { exact: true })).toHaveValue('TX')
    // Fewer specialties above it do not move the field.
    const specialties = drawer.getByRole('group', { name: 'Specialty' }).getByRole('checkbox')
    await expect.poll(() => specialties.count()).toBeLessThan(10)
    await expect.poll(top).toBe(before)
  })

  test('SEARCH-03 the drawer counts what is half typed, and applies it', async ({ page }) => {
    const drawer = await openDrawer(page, '?organization=Larkspur+Heart+Institute')
    await expect(drawer.getByRole('button', { name: 'Show 2 people' })).toBeVisible()
    await field(drawer, 'City').fill('Lubbock')
    await expect(drawer.getByRole('button', { name: 'Show 1 person' })).toBeVisible()
    expect(parameter(page, 'city')).toBeNull()
    await drawer.getByRole('button', { name: 'Show 1 person' }).tap()
    await expect(drawer).toBeHidden()
    await expect(card(page, IGNATIUS)).toBeVisible()
    expect(parameter(page, 'city')).toBe('Lubbock')
  })

  test('Back closes the suggestions, then the drawer with what is half typed applied', {
    tag: '@slow',
  }, async ({ page }) => {
    // As Safari and Firefox are.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'))
    await page.goto('/lists')
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Search' }).tap()
    await page.getByRole('button', { name: 'Open filters' }).tap()
    const drawer = filtersDrawer(page)
    await field(drawer, 'City').tap()
    await field(drawer, 'City').fill('Lubbock')
    await expect(list(page)).toBeVisible()
    const goBack = () => page.evaluate(() => history.back())
    await goBack()
    await expect(list(page)).toHaveCount(0)
    await expect(drawer).toBeVisible()
    await goBack()
    await expect(drawer).toBeHidden()
    await expect.poll(() => parameter(page, 'city')).toBe('Lubbock')
  })

  test('what is half typed stays when the window turns from the drawer to the column', {
    tag: '@slow',
  }, async ({ page }) => {
    const drawer = await openDrawer(page)
    await drawer.getByRole('textbox', { name: 'Education' }).fill('Larkspur Coll')
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(drawer).toBeHidden()
    const column = page.getByRole('complementary', { name: 'Filters' })
    await expect(column.getByRole('textbox', { name: 'Education' })).toHaveValue('Larkspur Coll')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(drawer.getByRole('textbox', { name: 'Education' })).toHaveValue('Larkspur Coll')
    await drawer.getByRole('button', { name: 'Show 1 person' }).tap()
    await expect(card(page, ZENOBIA)).toBeVisible()
  })
})
