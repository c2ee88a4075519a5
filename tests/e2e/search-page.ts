import { expect, type Locator, type Page } from 'playwright/test'

/** People in the directory of every one of these tests. */
export const ZENOBIA = 'Zenobia Quill Featherstonehaugh'
export const IGNATIUS = 'Ignatius Wobblethorpe'
export const ELOISE = "Éloïse O'Brouillard-Nguyễn"

export const results = (page: Page) => page.getByRole('list', { name: 'Results' })
export const cards = (page: Page) => results(page).getByRole('article')
export const card = (page: Page, name: string) => results(page).getByRole('article', { name })
export const searchField = (page: Page) =>
  page.getByRole('combobox', { name: 'Search', exact: true })

const understood = (page: Page) => page.getByRole('list', { name: 'How the text was understood' })
/** The readings of the query in order, and the button that takes it exactly. */
export const parts = (page: Page) => understood(page).getByRole('listitem')
/** A part of the query that has a menu. */
export const part = (page: Page, name: string | RegExp) =>
  understood(page).getByRole('button', { name, exact: true })

/** Opens the search with these parameters and waits for results. */
export async function openSearch(page: Page, search = ''): Promise<void> {
  await page.goto(`/search${search}`)
  await expect(results(page)).toBeVisible()
}

export async function addTag(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Enter')
}

/** The search parameters of the address. */
export function parameter(page: Page, name: string): string | null {
  return new URL(page.url()).searchParams.get(name)
}

/** Runs in the page: whether some of its text is cut off. */
export function isCut(element: Element): boolean {
  return element.scrollWidth > element.clientWidth
}
