import { expect, type Page, test } from 'playwright/test'
import { signInAs, VISITOR } from './accounts.ts'
import {
  expectSynced,
  FIRST_START_MS,
  openLists,
  openWithDevice,
  pushToServer,
  rowsOnServer,
  uniqueName,
} from './devices.ts'
import { openSearch, parameter, results, searchField } from './search-page.ts'
import { stopClock } from './time.ts'
import { holdNextToast } from './toasts.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save Search' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Saved Searches' })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Search' })
const item = (page: Page, name: string) =>
  panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Saves the search on screen. */
async function save(page: Page, name: string): Promise<void> {
  await page.keyboard.press('s')
  await dialog(page).getByLabel('Name').fill(name)
  await holdNextToast(page)
  await page.keyboard.press('Enter')
  const word = page.getByRole('status').filter({ hasText: 'Search saved' })
  await expect(word).toContainText(name)
}

test('SAVED-01 SAVED-02 SAVED-04 SAVED-05 SEARCH-36 saves a search under a name, and asks for one', async ({
  page,
}) => {
  await openSearch(page)
  await expect(saveButton(page)).toBeDisabled()
  await openSearch(page, '?query=nurse')
  await saveButton(page).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(saveButton(page)).toBeFocused()

  await saveButton(page).click()
  const name = dialog(page).getByLabel('Name')
  const confirm = dialog(page).getByRole('button', { name: 'Save Search' })
  await expect(name).toBeFocused()
  await name.fill('   ')
  await expect(confirm).toBeDisabled()
  await name.press('Enter')
  await expect(page.getByText('Name required', { exact: true })).toBeVisible()
  await expect(page.getByText('Please enter a name for your search')).toBeVisible()
  const kept = uniqueName('Nurses')
  await name.fill(kept)
  await holdNextToast(page)
  await confirm.click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Search saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'View saved searches' }).click()
  await expect(item(page, kept)).toBeVisible()
})

test('SEARCH-17 SEARCH-36 SAVED-06 SAVED-08 SAVED-09 applies a saved search from its panel and from the palette, order included', {
  tag: '@slow',
}, async ({ page }) => {
  const search = '?query=nurse&specialty=Registered+Nurse&state=TX&title=Charge+Nurse'
  await openSearch(page, `${search}&sortKey=name&sortDirection=desc`)
  const name = uniqueName('Charge nurses')
  await save(page, name)

  await openSearch(page)
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Saved Searches' }).click()
  await expect.poll(() => parameter(page, 'tab')).toBe('saved-searches')
  await expect(panel(page)).toContainText('Access and manage your saved physician searches.')
  const saved = item(page, name)
  await expect(saved.locator('time')).toHaveText(/^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/)
  await expect(saved.getByRole('list', { name: 'Looks for' }).getByRole('listitem')).toHaveText([
    '“nurse”',
    'Registered Nurse',
    'Texas',
    'Charge Nurse',
  ])
  const expectApplied = async () => {
    await expect(panel(page)).toBeHidden()
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({
        query: 'nurse',
        specialty: 'Registered Nurse',
        state: 'TX',
        title: 'Charge Nurse',
        sortKey: 'name',
        sortDirection: 'desc',
      })
  }
  await saved.getByRole('button', { name: 'Apply Search' }).click()
  await expectApplied()

  await page.goto('/search?tab=saved-searches')
  await expect(saved).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect.poll(() => parameter(page, 'tab')).toBeNull()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`saved search ${name}`)
  await expect(page.getByRole('option', { name: `${name} Saved search` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expectApplied()
})

test('SAVED-10 renames, deletes and brings back, with no network too', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  await openLists(page)
  await page.getByRole('link', { name: 'Search', exact: true }).first().click()
  await searchField(page).fill('nurse')
  await expect(saveButton(page)).toBeEnabled()
  await searchField(page).blur()
  const [old, kept, gone] = ['Old', 'Kept', 'Gone'].map(uniqueName) as [string, string, string]
  await save(page, old)
  await save(page, gone)
  await page.getByRole('button', { name: 'View saved searches' }).click()
  await expect(item(page, old)).toBeVisible()
  await expectSynced(page)
  await context.setOffline(true)

  await item(page, old)
    .getByRole('button', { name: `Rename ${old}` })
    .click()
  await page.keyboard.press('Escape')
  await expect(item(page, old)).toBeVisible()
  await item(page, old)
    .getByRole('button', { name: `Rename ${old}` })
    .click()
  await page.getByLabel(`New name of ${old}`).fill(kept)
  await page.keyboard.press('Enter')
  await expect(item(page, kept)).toBeVisible()

  for (const name of [kept, gone]) {
    await holdNextToast(page)
    await item(page, name)
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await expect(page.getByText('Search deleted', { exact: true })).toBeVisible()
    await expect(page.getByText('Your saved search has been deleted.')).toBeVisible()
    await expect(item(page, name)).toBeHidden()
    if (name !== kept) continue
    await page.getByRole('button', { name: 'Undo' }).click()
    // It comes at the top: until then the next button to press moves.
    await expect(item(page, kept)).toBeVisible()
  }

  await context.setOffline(false)
  await expect
    .poll(async () => (await searchesOnServer(page)).filter((name) => name === kept), {
      timeout: FIRST_START_MS,
    })
    .toEqual([kept])
  await expect.poll(() => searchesOnServer(page), { timeout: FIRST_START_MS }).not.toContain(gone)
  expect(await searchesOnServer(page)).not.toContain(old)
})

test.describe('without a plan', () => {
  test.use({ storageState: VISITOR })

  test('SAVED-03 SAVED-07 a visitor is asked to log in; who never saved a search is led to the search', {
    tag: '@slow',
  }, async ({ page }) => {
    await page.goto('/search?query=icu')
    await saveButton(page).click()
    await expect(page.getByText('Authentication required', { exact: true })).toBeVisible()
    await expect(page.getByText('You need to be logged in to save searches')).toBeVisible()
    await signInAs(page, 'free')
    await page.goto('/search?query=icu&tab=saved-searches')
    await expect(panel(page)).toContainText("You don't have any saved searches yet.")
    await panel(page).getByRole('link', { name: 'Go to Search' }).click()
    await expect(panel(page)).toBeHidden()
    await expect(page).toHaveURL(/\/search\?query=icu$/)
  })
})

/** The names of the saved searches on the server. */
async function searchesOnServer(page: Page): Promise<string[]> {
  return (await rowsOnServer(page, 'searches.all')).map(({ name }) => name)
}

test('a watched search shows who is new, moved, gone and re-verified, and how soon it tells', async ({
  page,
}) => {
  await signInAs(page, 'annual')
  const [watch] = await rowsOnServer(page, 'watches.all')
  // What is read here stays news to other tests of this account.
  await page.context().route('**/api/mutations', (route) => route.abort())
  // All there ever were: another test may have read them.
  await page.goto(
    `/search?news=${watch?.search_id}&after=2000-01-01T00:00:00Z&until=2100-01-01T00:00:00Z`,
  )
  await expect(page.getByRole('heading', { name: /^Telemetry since/ })).toBeVisible()
  const kinds = page.getByRole('radiogroup', { name: 'News' })
  await expect(kinds.locator('label')).toHaveText([
    'All',
    '4 new',
    '2 moved',
    '1 gone',
    '3 re-verified',
  ])
  await expect(page.getByText('10 people', { exact: true })).toBeVisible()
  await kinds.getByRole('radio', { name: '1 gone' }).click()
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await expect(results(page).getByRole('article').getByText('gone', { exact: true })).toBeVisible()
  await expect.poll(() => parameter(page, 'kind')).toBe('gone')
  await page.getByRole('button', { name: 'Whole search' }).click()
  await expect.poll(() => parameter(page, 'skills')).toBe('Telemetry')
  await expect.poll(() => parameter(page, 'news')).toBeNull()
})

test('a new name stays while the search is deleted elsewhere', {
  tag: '@slow',
}, async ({ page }) => {
  const id = crypto.randomUUID()
  const name = uniqueName('Night nurses')
  await pushToServer(page, [['searches.create', { id, name, search_params: { query: 'nurse' } }]])
  await page.clock.install()
  await openWithDevice(page, '/search?query=nurse&tab=saved-searches')
  await item(page, name)
    .getByRole('button', { name: `Rename ${name}` })
    .click()
  const field = panel(page).getByLabel(`New name of ${name}`)
  await field.fill('Day nurses')
  await pushToServer(page, [['searches.delete', { id }]])
  const notice = panel(page).getByText(
    `“${name}” was deleted. What you are writing stays here until you close it.`,
  )
  await expect(notice).toBeVisible()
  await expect(field).toHaveValue('Day nurses')
  // The device refuses it here, however slow it is.
  await stopClock(page)
  await panel(page).getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('It was deleted on another device meanwhile.')).toBeVisible()
  await expect(field).toHaveValue('Day nurses')
  await page.clock.resume()
  await panel(page).getByRole('button', { name: 'Keep the old name' }).click()
  await expect(notice).toBeHidden()
  await expect(panel(page).getByText(name)).toHaveCount(0)
})

test('a new name that is half written stays while the window becomes narrower or wider', async ({
  page,
}) => {
  const name = uniqueName('Evening nurses')
  await pushToServer(page, [
    ['searches.create', { id: crypto.randomUUID(), name, search_params: { query: 'nurse' } }],
  ])
  await page.setViewportSize({ width: 820, height: 1180 })
  await openSearch(page, '?query=nurse&tab=saved-searches')
  await item(page, name)
    .getByRole('button', { name: `Rename ${name}` })
    .click()
  const field = panel(page).getByLabel(`New name of ${name}`)
  // A narrow window's, which a dialog hides from assistive technology.
  const filters = page.locator('[aria-label^="Open filters"]')
  await field.fill('Weekend nurses')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(filters).toHaveCount(1)
  await expect(field).toHaveValue('Weekend nurses')
  await expect(field).toBeFocused()
  await panel(page).getByRole('button', { name: 'Close' }).click()

  await page.goto('/search?query=nurse&tab=saved-searches')
  await item(page, name)
    .getByRole('button', { name: `Rename ${name}` })
    .click()
  await field.fill('Weekday nurses')
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(filters).toHaveCount(0)
  await expect(field).toHaveValue('Weekday nurses')
})
