import { expect, type Page, test } from 'playwright/test'
import { cards, openSearch, searchField } from './search-page.ts'
import { gate } from './time.ts'

/** Adds up what moves by itself, from the first byte on; the browser leaves out answers to a press. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
        if (!entry.hadRecentInput) Object.assign(globalThis, { shifted: shifted + entry.value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => shifted)
}

interface LayoutShift {
  value: number
  hadRecentInput: boolean
}
declare const shifted: number

for (const width of [360, 820, 1440]) {
  test(`nothing jumps at ${width} pixels, on arrival or with an answer that comes late`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const shiftSoFar = await watchShifts(page)
    const late = gate()
    await page.route('**/api/search', async (route) => {
      if (route.request().postDataJSON().filters.query) await late.opened
      await route.continue()
    })
    await openSearch(page, '?state=TX')
    await searchField(page).pressSequentially('nurse')
    await expect(page.locator('[data-pending]').first()).toBeVisible()
    // Half a second after the last key the browser holds what moves against the page.
    await page.waitForFunction(
      (since) => performance.now() > since + 600,
      await page.evaluate(() => performance.now()),
    )
    late.open()
    await expect(page.locator('[data-pending]')).toHaveCount(0)
    await expect(cards(page).first()).toBeVisible()
    expect(await shiftSoFar()).toBeLessThan(0.01)
  })
}
