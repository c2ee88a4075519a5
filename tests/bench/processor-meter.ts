import type { Page } from 'playwright'

/**
 * Tells how long the processor has worked for a page's process so far, in ms: for its workers too, and for
 * V8's compilation.
 */
export async function processorMeter(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ProcessTime')?.value ?? 0) * 1000
  }
}
