import { expect, type Page } from 'playwright/test'

/** What a page may shift, in the browser's measure: less than is seen. */
const MOST = 0.01

/**
 * Sums up layout shifts, from the first byte on; the browser leaves out those caused by a press.
 * @returns asserts that nothing jumped so far; a failure says what did.
 */
export async function watchShifts(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifts: [] })
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & LayoutShift)[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 60)}: ${[previousRect, currentRect]
              .map(({ x, y, width, height }) => `${x},${y} ${width}x${height}`)
              .join(' to ')}`,
        )
        shifts.push({ value: entry.value, moved })
      }
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // Shifts already painted, but not reported yet.
    Object.assign(globalThis, { addShifts: () => add(observer.takeRecords()) })
  })
  return async () => {
    const seen = await page.evaluate(() => {
      addShifts()
      return shifts
    })
    const total = seen.reduce((sum, { value }) => sum + value, 0)
    expect(total, JSON.stringify(seen, null, 2)).toBeLessThan(MOST)
  }
}

interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
declare const shifts: { value: number; moved: string[] }[]
declare function addShifts(): void
