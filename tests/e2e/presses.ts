import type { Page } from 'playwright/test'

/**
 * Counts presses from now on, over pages and sites: each pointer press on a button, a link or a field.
 * Keys that type text do not count.
 */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeFunction('countPress', () => {
    presses += 1
  })
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => void (window as unknown as { countPress(): Promise<void> }).countPress(),
      true,
    )
  })
  return () => presses
}
