import type { BrowserContext, Page } from 'playwright/test'

/** @returns the addresses that are asked for from now on and match, as they come. */
export function noteRequests(from: Page | BrowserContext, address: RegExp): readonly string[] {
  const asked: string[] = []
  from.on('request', (request) => {
    if (address.test(request.url())) asked.push(request.url())
  })
  return asked
}
