import { expect, type Page, test } from 'playwright/test'
import { pushToServer, uniqueName } from './devices.ts'
import {
  card,
  cards,
  IGNATIUS,
  openSearch,
  parameter,
  part,
  parts,
  results,
  searchField,
  ZENOBIA,
} from './search-page.ts'
import { holdNextToast } from './toasts.ts'

const choose = (page: Page, name: string) => page.getByRole('menuitem', { name }).click()
const ask = (page: Page, query: string) => openSearch(page, `?query=${encodeURIComponent(query)}`)

test('SEARCH-12 a sentence is shown as it was understood, and the address keeps the text', async ({
  page,
}) => {
  await ask(page, 'looking for a cardiologist in amarillo')
  await expect(parts(page)).toHaveText([
    'looking for a',
    /^(Cardiovascular Disease|Cardiology)( \+\d+)?$/,
    'in',
    'Amarillo',
    'Search exactly for “looking for a cardiologist in amarillo”',
  ])
  await expect(card(page, ZENOBIA)).toBeVisible()
  expect(parameter(page, 'query')).toBe('looking for a cardiologist in amarillo')
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('')
  await expect(
    page.getByRole('combobox', { name: 'Sort by' }).getByRole('option', { name: 'Best match' }),
  ).toHaveCount(1)
})

test('a card underlines what was asked for, and says which word a specialty stands for', {
  tag: '@slow',
}, async ({ page }) => {
  await ask(page, 'cardiologist larkspur')
  const zenobia = card(page, ZENOBIA)
  // The last one is a skill too far down to be shown otherwise.
  await expect(zenobia.locator('mark')).toHaveText([
    'Cardiology',
    'Cardiologist',
    'Larkspur',
    'Cardiology',
  ])
  await ask(page, 'heart doctor amarillo')
  await expect(card(page, ZENOBIA)).toContainText('for heart doctor')
  await openSearch(page, '?organization=Larkspur')
  await expect(results(page).locator('mark')).toHaveCount(0)
})

test('a part becomes a filter, the words themselves, or goes, with one press', async ({ page }) => {
  await ask(page, 'cardiologist in texas larkspur')
  await part(page, 'Texas').click()
  await choose(page, 'Turn into a filter')
  await expect.poll(() => parameter(page, 'state')).toBe('TX')
  expect(parameter(page, 'query')).toBe('cardiologist larkspur')
  await expect(searchField(page)).toHaveValue('cardiologist larkspur')
  await expect(page.getByRole('region', { name: 'Search results' })).toBeFocused()
  await expect(card(page, ZENOBIA)).toBeVisible()

  await part(page, 'at Larkspur').click()
  await choose(page, 'Take it literally')
  await expect.poll(() => parameter(page, 'query')).toBe('cardiologist "larkspur"')
  await expect(card(page, ZENOBIA)).toBeVisible()
  await part(page, '“larkspur”').click()
  await choose(page, 'Leave it out')
  await expect.poll(() => parameter(page, 'query')).toBe('cardiologist')
})

test('an ambiguous word offers its other reading, and the address keeps the choice', {
  tag: '@slow',
}, async ({ page }) => {
  await ask(page, 'PA')
  await part(page, 'Physician Assistant').click()
  await choose(page, 'State: Pennsylvania')
  await expect.poll(() => parameter(page, 'query')).toBe('state:PA')
  await expect(part(page, 'in Pennsylvania')).toBeVisible()
  await page.reload()
  await expect(part(page, 'in Pennsylvania')).toBeVisible()
})

test('a misspelling says what it was taken for, alternatives and exclusions are shown', async ({
  page,
}) => {
  await ask(page, 'RN OR LPN -concierge')
  await expect(parts(page)).toHaveText([
    /^Registered Nurse/,
    'or',
    /^LPN\/LVN/,
    'not concierge',
    'Search exactly for “RN OR LPN -concierge”',
  ])
  await ask(page, 'cardiolgist')
  await expect(parts(page).first()).toHaveText('cardiologist, for cardiolgist')
  await expect(cards(page).first()).toBeVisible()
})

test('what cannot be searched is told in a sentence', async ({ page }) => {
  await page.goto('/search?query=jane@example.com')
  await expect(
    page.getByText(
      'Email addresses and phone numbers cannot be searched. Search for the name, the specialty or the place, then reveal the contact.',
    ),
  ).toBeVisible()
})

test('SEARCH-12 SEARCH-13 a text is taken exactly when asked to, and understood again', {
  tag: '@slow',
}, async ({ page }) => {
  await ask(page, 'heart')
  await page.getByRole('button', { name: 'Search exactly for “heart”' }).click()
  await expect.poll(() => parameter(page, 'exact')).toBe('1')
  await expect(parts(page)).toHaveText(['Exactly “heart”', 'Understand the words'])
  await expect(card(page, ZENOBIA)).toBeVisible()
  await page.reload()
  await expect(parts(page)).toHaveText(['Exactly “heart”', 'Understand the words'])
  await page.getByRole('button', { name: 'Understand the words' }).click()
  await expect.poll(() => parameter(page, 'exact')).toBeNull()
})

test('SAVED-09 a search that was saved before text was understood means what it meant', {
  tag: '@slow',
}, async ({ page }) => {
  await openSearch(page)
  const name = uniqueName('Kept long ago')
  const search_params = { query: 'heart', organization: 'Larkspur' }
  await pushToServer(page, [['searches.create', { id: crypto.randomUUID(), name, search_params }]])
  await page.goto('/search?tab=saved-searches')
  const item = page
    .getByRole('dialog', { name: 'Saved Searches' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { name, exact: true }),
    })
  await expect(item.getByRole('list', { name: 'Looks for' })).toContainText('Exactly “heart”')
  await item.getByRole('button', { name: 'Apply Search' }).click()
  await expect.poll(() => parameter(page, 'exact')).toBe('1')
  await expect(card(page, ZENOBIA)).toBeVisible()

  // Saved again it has a version, and an understood query stays understood.
  await page.keyboard.press('Escape')
  await ask(page, 'heart')
  await page.getByRole('button', { name: 'Save Search' }).click()
  const today = uniqueName('Kept today')
  await page.getByRole('dialog', { name: 'Save Search' }).getByLabel('Name').fill(today)
  await holdNextToast(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'View saved searches' }).click()
  const kept = page
    .getByRole('dialog', { name: 'Saved Searches' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { name: today, exact: true }),
    })
  await kept.getByRole('button', { name: 'Apply Search' }).click()
  await expect(parts(page)).not.toHaveText([/Exactly/, /.*/])
  expect(parameter(page, 'exact')).toBeNull()
})

test('the home page’s own example is understood', async ({ page }) => {
  await page.goto('/')
  const field = page.getByRole('searchbox', { name: 'Search professionals' })
  const example = (await field.getAttribute('placeholder')) ?? ''
  await field.fill(example)
  await page.keyboard.press('Enter')
  await expect.poll(() => parameter(page, 'query')).toBe(example)
  await expect(parts(page).last()).toHaveText(`Search exactly for “${example}”`)
  await expect(parts(page)).toContainText(['in Boston'])
})

test('SEARCH-20 the new filters narrow, stand in the address and go by their chips', {
  tag: '@slow',
}, async ({ page }) => {
  await openSearch(page, '?organization=Larkspur')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  await panel.getByRole('checkbox', { name: 'Has personal email' }).click()
  await expect(card(page, IGNATIUS)).toHaveCount(0)
  await expect(card(page, ZENOBIA)).toBeVisible()
  expect(parameter(page, 'hasContact')).toBe('personal_email')
  await panel.getByRole('combobox', { name: 'Checked' }).selectOption('Within 30 days')
  await expect.poll(() => parameter(page, 'verifiedWithin')).toBe('30')
  await panel.getByRole('checkbox', { name: 'Not in my lists' }).click()
  await expect.poll(() => parameter(page, 'leaveOut')).toBe('listed')
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect(chips.getByRole('listitem')).toHaveText([
    'Larkspur',
    'Has personal email',
    'Checked within 30 days',
    'Not in my lists',
  ])
  await chips.getByRole('button', { name: 'Remove Checked within 30 days' }).click()
  await expect.poll(() => parameter(page, 'verifiedWithin')).toBeNull()
})
