import { expect, type Page } from 'playwright/test'
import { holdRequests } from './hold-requests.ts'

export const PHONE = { width: 360, height: 740 }

/** The public pages with content of their own, and their headings. */
export const PAGES = [
  ['/', 'Reach the clinicians you are looking for.'],
  ['/about', 'Care waits on people. We shorten the wait.'],
  ['/specialties', 'Specialties'],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/compliance', 'Data Compliance'],
  ['/money-back-guarantee', '30-Day Money Back Guarantee'],
] as const

/**
 * Resolves when a prerendered public page is hydrated: until then links navigate as in any document, and
 * of several presses on one button only one counts. Not on a phone, which has no room for the element that this
 * waits for.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Theme' })).toBeVisible()
}

/** Errors of the page and violations of its content policy, from now on. */
export function collectFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}

/** The app's scripts. */
export const SCRIPTS = '**/assets/*.js'

/** Opens the document alone. @returns the function that lets its scripts come. */
export async function openUnhydrated(page: Page, path: string): Promise<() => void> {
  const release = await holdRequests(page, SCRIPTS)
  await page.goto(path, { waitUntil: 'commit' })
  return release
}
