import type { Page } from 'playwright/test'

/**
 * Stops the clock of a page for which `page.clock.install()` was called before it opened: from here on
 * its timers run when the test says so, however slow the machine.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

/** The page's own limits on waits for a server do not run out, however slow the machine. */
export async function withoutLimits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })
}

/** Blocks all who await `opened` until `open` is called. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
