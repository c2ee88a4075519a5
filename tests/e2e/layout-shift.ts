import type { Page } from 'playwright/test'

/** Sums up layout shifts, from the first byte on; the browser leaves out those caused by a press. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 })
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & LayoutShift)[]) {
        if (!entry.hadRecentInput) Object.assign(globalThis, { shifted: shifted + entry.value })
      }
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // Shifts already painted, but not reported yet.
    Object.assign(globalThis, { addShifts: () => add(observer.takeRecords()) })
  })
  return () =>
    page.evaluate(() => {
      addShifts()
      return shifted
    })
}

interface LayoutShift {
  value: number
  hadRecentInput: boolean
}
declare const shifted: number
declare function addShifts(): void
