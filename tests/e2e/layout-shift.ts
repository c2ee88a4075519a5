import type { Page } from 'playwright/test'

/** Adds up what moves by itself, from the first byte on; the browser leaves out answers to a press. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
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
