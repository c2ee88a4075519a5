import { expect, test } from 'playwright/test'
import {
  addTag,
  card,
  cards,
  IGNATIUS,
  isCut,
  openSearch,
  parameter,
  ZENOBIA,
} from './search-page.ts'

test('SEARCH-03 opens the filters as a drawer on a phone, with a live count', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openSearch(page, '?organization=Larkspur+Heart+Institute')
  await page.getByRole('button', { name: 'Open filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await expect(drawer.getByRole('button', { name: 'Show 2 people' })).toBeVisible()
  await addTag(drawer.getByRole('combobox', { name: 'City', exact: true }), 'Lubbock')
  await drawer.getByRole('button', { name: 'Show 1 person' }).click()
  await expect(drawer).toBeHidden()
  await expect(card(page, IGNATIUS)).toBeVisible()
})

test('SEARCH-03 clears the filters of the drawer, and leaves the text as it was taken', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openSearch(page, '?query=heart&exact=1&organization=Larkspur')
  await page.getByRole('button', { name: 'Open filters' }).click()
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => parameter(page, 'organization')).toBeNull()
  expect(parameter(page, 'query')).toBe('heart')
  expect(parameter(page, 'exact')).toBe('1')
})

for (const { width, height, people } of [
  { width: 844, height: 390, people: 2 },
  { width: 667, height: 375, people: 1 },
]) {
  test(`a phone held across, ${width} pixels wide, shows ${people} of the people found whole`, {
    tag: '@slow',
  }, async ({ browser }) => {
    const viewport = { width, height }
    const page = await browser.newPage({ viewport, hasTouch: true, isMobile: true })
    await openSearch(page)
    const tabs = page.getByRole('navigation', { name: 'Tabs' })
    const bottom = (await tabs.isVisible()) ? ((await tabs.boundingBox())?.y ?? 0) : height
    const last = await cards(page)
      .nth(people - 1)
      .boundingBox()
    expect((last?.y ?? height) + (last?.height ?? 0)).toBeLessThanOrEqual(bottom)
    await page.getByRole('button', { name: 'Open filters' }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    await page.close()
  })
}

test('between a phone and a tablet contacts stand beside the person', async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 1000 })
  await openSearch(page, `?query=${encodeURIComponent(ZENOBIA)}`)
  const person = card(page, ZENOBIA)
  const [name, phone] = await Promise.all([
    person.getByRole('link', { name: ZENOBIA, exact: true }).boundingBox(),
    person.getByRole('button', { name: /^(Reveal|Copy) phone/ }).boundingBox(),
  ])
  expect(phone?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0))
  expect((await person.boundingBox())?.height).toBeLessThan(130)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('shows three people and how fresh their contacts are, and the rest of the controls in one row', {
    tag: '@slow',
  }, async ({ page }) => {
    await openSearch(page)
    // A font that comes after the first paint is not used, and the system's may be wider.
    await page.evaluate(() => document.fonts.load('1em "Inter Variable"'))
    await page.reload()
    const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox()
    await expect(async () => {
      expect((await cards(page).first().boundingBox())?.y).toBeLessThan(200)
      const third = await cards(page).nth(2).boundingBox()
      expect((third?.y ?? 0) + (third?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
    }).toPass()
    // The bar above them, which stays, leaves no strip of a selected card beside it.
    const bar = page.locator('[aria-busy]').filter({ has: page.getByLabel('Sort by') })
    expect(await bar.boundingBox()).toMatchObject({ x: 0, width: 360 })
    for (const freshness of await cards(page).locator('[aria-live=polite]').all()) {
      expect(await freshness.evaluate(isCut)).toBe(false)
    }
    const controls = [
      page.getByText(/^[\d,]+ people$/),
      page.getByRole('combobox', { name: 'Sort by' }),
      page.getByRole('button', { name: 'Actions' }),
    ]
    const middles = await Promise.all(
      controls.map(async (control) => {
        const box = await control.boundingBox()
        return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
      }),
    )
    expect(new Set(middles).size).toBe(1)
  })

  test('a long specialty is whole, and its place below it; the row of chips fades where there are more', {
    tag: '@slow',
  }, async ({ page }) => {
    const specialty = 'Advanced Heart Failure & Transplant Cardiology'
    await openSearch(page, `?${new URLSearchParams({ specialty, query: 'cardiologist' })}`)
    const badge = cards(page).first().getByText(specialty).last()
    expect(await badge.evaluate(isCut)).toBe(false)
    const place = await cards(page)
      .first()
      .getByText(/, [A-Z]{2}$/)
      .boundingBox()
    const { y, height } = (await badge.boundingBox()) ?? { y: 0, height: 0 }
    expect(place?.y).toBeGreaterThanOrEqual(y + height - 2)

    const chips = page.locator('[data-more]').filter({ hasText: 'Clear all' })
    await expect(chips).toHaveAttribute('data-more', 'end')
    await expect(chips).toHaveCSS('mask-image', /linear-gradient\(to right/)
    await page.getByRole('button', { name: 'Clear all' }).focus()
    await expect(chips).toHaveAttribute('data-more', 'start')
    // Fewer chips: the row is measured anew.
    await page.getByRole('button', { name: 'Clear all' }).press('Enter')
    await expect(chips).toHaveCount(0)
    await expect(page.locator('[data-more=none]')).toHaveText(/^In your own words/)
  })

  test('Back closes an open drawer, and leaves the screen without one, in a browser without close watchers', {
    tag: '@slow',
  }, async ({ page }) => {
    // As Safari and Firefox are.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'))
    await page.goto('/lists')
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Search' }).tap()
    await page.getByRole('button', { name: 'Open filters' }).tap()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await expect(drawer).toBeVisible()
    const goBack = () => page.evaluate(() => history.back())
    await goBack()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL(/\/search/)
    await goBack()
    await expect(page).toHaveURL(/\/lists$/)
  })

  test('everything that can be done with a search is in one menu', async ({ page }) => {
    await openSearch(page, '?organization=Larkspur+Heart+Institute&sortKey=name')
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act('Sort descending')
    await expect(page).toHaveURL(/sortDirection=desc/)
    await act('Sort ascending')
    await expect(page).not.toHaveURL(/sortDirection/)
    await act('Select Page')
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText('2 selected')
    await act('Select Page')
    await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden()
    await act('Save Search')
    await expect(page.getByRole('dialog', { name: 'Save Search' })).toBeVisible()
    await page.keyboard.press('Escape')
    await act('Saved Searches')
    await expect(page.getByRole('dialog', { name: 'Saved Searches' })).toBeVisible()
    await expect(page).toHaveURL(/tab=saved-searches/)
    await page.keyboard.press('Escape')
    await act('Saved Lists')
    await expect(page.getByRole('dialog', { name: 'Saved Lists' })).toBeVisible()
  })
})
