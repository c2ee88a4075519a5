import type { Locator, Page } from 'playwright'

/** A page to visit, and the acts on it. */
export interface WebVisit {
  path: string
  /** Whether a subscriber visits; by default a visitor. */
  isSignedIn: boolean
  /** On a phone instead of a desk. */
  isPhone?: boolean
  /** The selector that shows that a returning user's own rows are painted. */
  ownRows?: string
  act(page: Page, step: Step): Promise<void>
}

/**
 * Presses a key, or a place with the mouse, and waits until the work is over.
 * @param at the point to press, from the place's corner; by default its middle.
 */
type Step = (kind: string, press: string | Locator, at?: { x: number; y: number }) => Promise<void>

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
    await step('question', questions.nth(index))
  }
}

async function actOnSearch(page: Page, step: Step): Promise<void> {
  const facets = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox')
  const cards = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  for (let index = 0; index < FACETS; index += 1) {
    await step('facet on', facets.nth(index))
    await step('facet off', facets.and(page.locator(':checked')).first())
  }
  for (let index = 0; index < CARDS; index += 1) {
    await step('next person', 'j')
    await step('select', 'x')
  }
  for (let index = 0; index < CARDS; index += 1) {
    await step('person pressed', cards.nth(index), { x: 60, y: 12 })
  }
  await page.getByLabel('Sort by').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
    await step('order', key)
  }
  for (const name of ['Next page', 'Previous page']) {
    await step('page turned', page.getByRole('link', { name }))
  }
  const query = page.getByRole('combobox', { name: 'Search' })
  await query.focus()
  for (const key of 'nurse') await step('query typed', key)
  await step('query sent', 'Enter')
  await query.blur()
  await step('palette opens', 'Control+k')
  for (const key of 'nurse') await step('palette typed', key)
  for (let index = 0; index < CARDS; index += 1) {
    await step('palette arrow', 'ArrowDown')
  }
  await step('palette closes', 'Escape')
  for (const name of ['Compact', 'Comfortable']) {
    await step('density', page.getByRole('radio', { name }))
  }
  for (let index = 0; index < 2; index += 1) {
    await step('select page', page.getByRole('button', { name: 'Select Page' }))
  }
}

async function actOnPhone(page: Page, step: Step): Promise<void> {
  await step('filters open', page.getByRole('button', { name: /^Open filters/ }))
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  for (let index = 0; index < 3; index += 1) {
    await step('facet on phone', drawer.getByRole('checkbox').nth(index))
  }
  await step('filters close', drawer.getByRole('button', { name: /^Show/ }))
  await step('menu opens', page.getByRole('button', { name: 'Menu' }))
  await step('menu closes', 'Escape')
}

async function actOnProfile(page: Page, step: Step): Promise<void> {
  await step('theme menu', page.getByRole('button', { name: 'Theme' }))
  await step('theme menu', 'Escape')
  const contact = page.getByRole('region', { name: 'Contact' })
  await step('contact revealed', contact.getByRole('button').first())
  await step('star', page.getByRole('button', { name: 'Favorite' }))
  await step('add to list', contact.getByRole('button', { name: /list$/i }))
  await step('dialog closes', 'Escape')
}

async function actOnLists(page: Page, step: Step): Promise<void> {
  await step('list opens', page.getByRole('link', { name: /^View/ }).first())
}

async function actOnList(page: Page, step: Step): Promise<void> {
  const members = page.getByRole('list', { name: 'Healthcare workers' }).getByRole('checkbox')
  for (let index = 0; index < CARDS; index += 1) {
    await step('member selected', members.nth(index))
  }
  const all = page.getByRole('checkbox', { name: /^Select all/ })
  for (let index = 0; index < 2; index += 1) await step('all members', all)
  const search = page.getByRole('searchbox', { name: 'Search within this list' })
  await search.focus()
  for (const key of 'nur') await step('list typed', key)
  await step('list typed', 'Escape')
}
