import { expect, type Page, test } from 'playwright/test'
import { openSearch, results } from './search-page.ts'

const boxes = (page: Page) => results(page).getByRole('checkbox')
const ticked = (page: Page) => results(page).getByRole('checkbox', { checked: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })

test('SELECT-01 SELECT-07 starts with nobody, and returns there with the last one unticked', async ({
  page,
}) => {
  await openSearch(page)
  await expect(bar(page)).toBeHidden()
  await boxes(page).nth(2).click()
  await expect(bar(page)).toContainText('1 selected')
  await boxes(page).nth(2).click()
  await expect(bar(page)).toBeHidden()
})

test('SELECT-02 selects the page, and clears on the second click', { tag: '@slow' }, async ({
  page,
}) => {
  await openSearch(page)
  await page.getByRole('button', { name: 'Select Page' }).click()
  await expect(ticked(page)).toHaveCount(25)
  await expect(bar(page)).toContainText('25 selected')
  await page.getByRole('button', { name: 'Select Page' }).click()
  await expect(ticked(page)).toHaveCount(0)
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`Select Page begins no transition on a card, with ${reducedMotion} for motion`, {
    tag: '@slow',
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await openSearch(page)
    const transitions = await results(page).evaluateHandle((list) => {
      const begun: string[] = []
      list.addEventListener('transitionrun', (event) =>
        begun.push((event as TransitionEvent).propertyName),
      )
      return begun
    })
    await page.getByRole('button', { name: 'Select Page' }).click()
    await expect(ticked(page)).toHaveCount(25)
    // They begin with the frame that shows the change.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    expect(await transitions.jsonValue()).toEqual([])
  })
}

test('SELECT-03 SELECT-04 SELECT-05 selects up to 500, says so at the cap, clears again', {
  tag: '@slow',
}, async ({ page }) => {
  await openSearch(page)
  const request = page.waitForRequest(
    (each) => each.url().endsWith('/api/search') && each.postDataJSON().selectAll === true,
  )
  await page.getByRole('button', { name: 'Select All' }).click()
  expect((await request).postDataJSON()).toMatchObject({ selectAll: true, limit: 500 })
  await expect(bar(page)).toContainText('500 selected (limit)')
  await expect(ticked(page)).toHaveCount(25)
  await page.getByRole('button', { name: 'Select All' }).click()
  await expect(bar(page)).toBeHidden()
})

test('SELECT-04 on a phone the note of the cap takes no more room than the bar has', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openSearch(page)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Select All' }).click()
  await expect(bar(page)).toContainText('500 selected (limit)')
  expect((await bar(page).getByRole('status').boundingBox())?.height).toBeLessThanOrEqual(40)
})

test('SELECT-04 says nothing of the cap below it', async ({ page }) => {
  await openSearch(page, '?organization=Larkspur+Heart+Institute')
  await page.getByRole('button', { name: 'Select All' }).click()
  await expect(bar(page)).toContainText('2 selected')
  await expect(bar(page)).not.toContainText('limit')
})

test('SELECT-06 refuses to untick one person while all are selected', async ({ page }) => {
  await openSearch(page, '?organization=Larkspur+Heart+Institute')
  await page.getByRole('button', { name: 'Select All' }).click()
  await expect(ticked(page)).toHaveCount(2)
  await boxes(page).first().click()
  await expect(page.getByText('Selection Mode Active')).toBeVisible()
  await expect(ticked(page)).toHaveCount(2)
})

test('SELECT-09 shows why selecting all failed', async ({ page }) => {
  await openSearch(page)
  await page.route('**/api/search', (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'internal_error', message: 'Something failed on our side.' } },
    }),
  )
  await page.getByRole('button', { name: 'Select All' }).click()
  await expect(page.getByText('Select All Error')).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

test('SELECT-10 forgets a page on the way to another, keeps all, and clears on new filters', {
  tag: '@slow',
}, async ({ page }) => {
  await openSearch(page)
  const pageTwo = page.getByRole('link', { name: 'Page 2', exact: true })
  await page.getByRole('button', { name: 'Select Page' }).click()
  await pageTwo.click()
  await expect(bar(page)).toBeHidden()
  await page.getByRole('button', { name: 'Select All' }).click()
  await expect(bar(page)).toContainText('500 selected')
  const pageOne = page.getByRole('link', { name: 'Page 1', exact: true })
  await pageOne.click()
  await expect(pageOne).toHaveAttribute('aria-current', 'page')
  await expect(ticked(page)).toHaveCount(25)
  await expect(bar(page)).toContainText('500 selected')
  await page.getByRole('checkbox', { name: '5000+', exact: true }).click()
  await expect(bar(page)).toBeHidden()
})

test('clears by the bar, and keeps the selection over a visit to a profile', {
  tag: '@slow',
}, async ({ page }) => {
  await openSearch(page)
  await boxes(page).first().click()
  await results(page)
    .getByRole('link', { name: /^Profile of/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/physician\//)
  await page.goBack()
  await expect(bar(page)).toContainText('1 selected')
  await bar(page).getByRole('button', { name: 'Clear' }).click()
  await expect(bar(page)).toBeHidden()
})
