import type { Page } from 'playwright/test'

/**
 * Counts what somebody presses from now on, over pages and sites: each touch of the pointer that was
 * made, on a button, a link or a field. Keys that only type are none.
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
