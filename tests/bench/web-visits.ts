import type { Page } from 'playwright'
import { namePresses } from './web-vitals.ts'

/** A page to visit, and the presses on it. */
export interface WebVisit {
  path: string
  /** Whether a subscriber visits; by default a visitor. */
  isSignedIn: boolean
  press(page: Page): Promise<void>
}

/** Longer than the work of any press, so that no press waits for the one before. */
const PAUSE_MS = 400
const FACETS = 10
const CARDS = 5

/** The most important pages; their presses are the most frequent ones. */
export const visitsTo = (personId: string): WebVisit[] => [
  { path: '/', isSignedIn: false, press: (page) => openQuestions(page, 3) },
  { path: '/pricing', isSignedIn: false, press: (page) => openQuestions(page, 3) },
  { path: '/search', isSignedIn: true, press: pressSearch },
  {
    path: `/physician/${personId}`,
    isSignedIn: true,
    async press(page) {
      await step(page, 'theme menu', () => page.getByRole('button', { name: 'Theme' }).click())
      await step(page, 'theme menu', () => page.keyboard.press('Escape'))
    },
  },
]

async function openQuestions(page: Page, count: number): Promise<void> {
  const questions = page.locator('main h3 > button[aria-expanded]')
  for (let index = 0; index < count; index += 1) {
    await step(page, 'question', () => questions.nth(index).click())
  }
}

async function pressSearch(page: Page): Promise<void> {
  const facets = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox')
  for (let index = 0; index < FACETS; index += 1) {
    await step(page, 'facet on', () => facets.nth(index).click())
    await step(page, 'facet off', () => facets.and(page.locator(':checked')).first().click())
  }
  for (let index = 0; index < CARDS; index += 1) {
    await step(page, 'next person', () => page.keyboard.press('j'))
    await step(page, 'select', () => page.keyboard.press('x'))
  }
  await step(page, 'palette opens', () => page.keyboard.press('Control+k'))
  for (const key of 'nurse') await step(page, 'palette typed', () => page.keyboard.press(key))
  for (let index = 0; index < CARDS; index += 1) {
    await step(page, 'palette arrow', () => page.keyboard.press('ArrowDown'))
  }
  await step(page, 'palette closes', () => page.keyboard.press('Escape'))
  for (const name of ['Compact', 'Comfortable']) {
    await step(page, 'density', () => page.getByRole('radio', { name }).click())
  }
  for (let index = 0; index < 2; index += 1) {
    await step(page, 'select page', () => page.getByRole('button', { name: 'Select Page' }).click())
  }
}

async function step(page: Page, kind: string, press: () => Promise<void>): Promise<void> {
  await namePresses(page, kind)
  await press()
  await page.waitForTimeout(PAUSE_MS)
}
