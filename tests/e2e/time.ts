import type { Page } from 'playwright/test'

/**
 * Stops the time of a page that `page.clock.install()` was called for before it opened: from here on
 * its timers run when the test says so, however slow the machine.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

/** Holds whatever waits for `opened` until `open` is called. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
