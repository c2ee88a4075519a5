import type { Page } from 'playwright/test'

export const PHONE = { width: 360, height: 740 }

/** The public pages that say something on their own, with their headings. */
export const PAGES = [
  ['/', 'Reach the clinicians you are looking for.'],
  ['/about', 'Care waits on people. We shorten the wait.'],
  ['/specialties', 'Specialties'],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/compliance', 'Data Compliance'],
  ['/money-back-guarantee', '30-Day Money Back Guarantee'],
] as const

/** Errors of the page and breaches of its content policy, from now on. */
export function collectFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}
