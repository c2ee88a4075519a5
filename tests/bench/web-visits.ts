import type { Page } from 'playwright'

/** A page to visit, and the acts on it. */
export interface WebVisit {
  path: string
  /** Whether a subscriber visits; by default a visitor. */
  isSignedIn: boolean
  /** On a phone instead of a desk. */
  isPhone?: boolean
  /** What shows that a returning user's own rows are painted. */
  ownRows?: string
  act(page: Page, step: Step): Promise<void>
}

/** Does one act of a kind, and waits until its work is over. */
type Step = (kind: string, act: () => Promise<unknown>) => Promise<void>

const FACETS = 10
const CARDS = 5

/** The most important pages; their acts are the most frequent ones. */
export const visitsTo = (personId: string, listId: string): WebVisit[] => [
  { path: '/', isSignedIn: false, act: (page, step) => openQuestions(page, step, 3) },
  { path: '/pricing', isSignedIn: false, act: (page, step) => openQuestions(page, step, 3) },
  { path: '/search', isSignedIn: true, act: actOnSearch },
  { path: '/search?state=CA', isSignedIn: true, isPhone: true, act: actOnPhone },
  { path: `/physician/${personId}`, isSignedIn: true, act: actOnProfile },
  { path: '/lists', isSignedIn: true, ownRows: 'main tbody tr a', act: actOnLists },
  {
    path: `/lists/${listId}`,
    isSignedIn: true,
    ownRows: 'main li input[type=checkbox]',
    act: actOnList,
  },
]

async function openQuestions(page: Page, step: Step, count: number): Promise<void> {
  const questions = page.locator('main h3 > button[aria-expanded]')
  for (let index = 0; index < count; index += 1) {
    await step('question', () => questions.nth(index).click())
  }
}

async function actOnSearch(page: Page, step: Step): Promise<void> {
  const facets = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox')
  const cards = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  for (let index = 0; index < FACETS; index += 1) {
    await step('facet on', () => facets.nth(index).click())
    await step('facet off', () => facets.and(page.locator(':checked')).first().click())
  }
  for (let index = 0; index < CARDS; index += 1) {
    await step('next person', () => page.keyboard.press('j'))
    await step('select', () => page.keyboard.press('x'))
  }
  for (let index = 0; index < CARDS; index += 1) {
    await step('person pressed', () => cards.nth(index).click({ position: { x: 60, y: 12 } }))
  }
  await page.getByLabel('Sort by').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
    await step('order', () => page.keyboard.press(key))
  }
  for (const name of ['Next page', 'Previous page']) {
    await step('page turned', () => page.getByRole('link', { name }).click())
  }
  const query = page.getByRole('combobox', { name: 'Search' })
  await query.focus()
  for (const key of 'nurse') await step('query typed', () => page.keyboard.press(key))
  await step('query sent', () => page.keyboard.press('Enter'))
  await query.blur()
  await step('palette opens', () => page.keyboard.press('Control+k'))
  for (const key of 'nurse') await step('palette typed', () => page.keyboard.press(key))
  for (let index = 0; index < CARDS; index += 1) {
    await step('palette arrow', () => page.keyboard.press('ArrowDown'))
  }
  await step('palette closes', () => page.keyboard.press('Escape'))
  for (const name of ['Compact', 'Comfortable']) {
    await step('density', () => page.getByRole('radio', { name }).click())
  }
  for (let index = 0; index < 2; index += 1) {
    await step('select page', () => page.getByRole('button', { name: 'Select Page' }).click())
  }
}

async function actOnPhone(page: Page, step: Step): Promise<void> {
  await step('filters open', () => page.getByRole('button', { name: /^Open filters/ }).click())
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  for (let index = 0; index < 3; index += 1) {
    await step('facet on phone', () => drawer.getByRole('checkbox').nth(index).click())
  }
  await step('filters close', () => drawer.getByRole('button', { name: /^Show/ }).click())
  await step('menu opens', () => page.getByRole('button', { name: 'Menu' }).click())
  await step('menu closes', () => page.keyboard.press('Escape'))
}

async function actOnProfile(page: Page, step: Step): Promise<void> {
  await step('theme menu', () => page.getByRole('button', { name: 'Theme' }).click())
  await step('theme menu', () => page.keyboard.press('Escape'))
  const contact = page.getByRole('region', { name: 'Contact' })
  await step('contact revealed', () => contact.getByRole('button').first().click())
  await step('star', () => page.getByRole('button', { name: 'Favorite' }).click())
  await step('add to list', () => contact.getByRole('button', { name: /list$/i }).click())
  await step('dialog closes', () => page.keyboard.press('Escape'))
}

async function actOnLists(page: Page, step: Step): Promise<void> {
  await step('list opens', () => page.getByRole('link', { name: /^View/ }).first().click())
}

async function actOnList(page: Page, step: Step): Promise<void> {
  const members = page.getByRole('list', { name: 'Healthcare workers' }).getByRole('checkbox')
  for (let index = 0; index < CARDS; index += 1) {
    await step('member selected', () => members.nth(index).click())
  }
  const all = page.getByRole('checkbox', { name: /^Select all/ })
  for (let index = 0; index < 2; index += 1) await step('all members', () => all.click())
  const search = page.getByRole('searchbox', { name: 'Search within this list' })
  await search.focus()
  for (const key of 'nur') await step('list typed', () => page.keyboard.press(key))
  await step('list typed', () => page.keyboard.press('Escape'))
}
