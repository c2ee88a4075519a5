import { expect, type Page, test } from 'playwright/test'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { signInAs, signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import { pushToServer, uniqueName } from './devices.ts'
import { countPresses } from './presses.ts'
import { card, cards, openSearch, ZENOBIA } from './search-page.ts'
import { holdNextToast } from './toasts.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add to List' })
const members = (page: Page) => page.getByRole('list', { name: 'Healthcare workers' })

test('LISTS-23 LISTS-24 LISTS-26 puts a person on a new list, then a page of them on it, nobody twice', async ({
  page,
}) => {
  await openSearch(page, '?query=zenobia')
  await card(page, ZENOBIA)
    .getByRole('button', { name: `Add ${ZENOBIA} to a list` })
    .click()
  await expect(dialog(page).getByRole('radio', { name: 'New list' })).toBeChecked()
  const create = dialog(page).getByRole('button', { name: 'Create and add' })
  await expect(create).toBeDisabled()
  await dialog(page).getByLabel('Name').fill('   ')
  await expect(create).toBeDisabled()
  const name = uniqueName('Shortlist')
  await dialog(page).getByLabel('Name').fill(name)
  await holdNextToast(page)
  await create.click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Added to the list')).toBeVisible()
  await expect(page.getByText(`1 person, ${name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await page.getByRole('button', { name: 'Select Page' }).click()
  await page.getByRole('region', { name: 'Selection' }).getByText('Add to list').click()
  await dialog(page).getByRole('radio', { name: 'Existing list' }).click()
  const list = dialog(page).getByLabel('List', { exact: true })
  await expect(list.locator('option').first()).toHaveJSProperty('selected', true)
  await list.selectOption({ label: name })
  await holdNextToast(page)
  await dialog(page).getByRole('button', { name: 'Add to list' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Added to the list')).toBeVisible()
  await page.getByRole('button', { name: 'View list' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('1 healthcare worker', { exact: true })).toBeVisible()
  await expect(members(page).getByRole('checkbox', { name: `Select ${ZENOBIA}` })).toBeVisible()
})

test.describe('on a phone held across', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, storageState: VISITOR })

  test('the button that adds is in sight, below the list that the person is on already', {
    tag: '@slow',
  }, async ({ page }) => {
    // The lists of the shared account are more from test to test.
    await signUpNewUser(page)
    await subscribe(page)
    const name = 'Cardiologists who answered in the spring'
    await pushToServer(page, [
      ['lists.create', { id: crypto.randomUUID(), name, candidate_ids: [KNOWN_PEOPLE[0]?.id] }],
    ])
    await openSearch(page, '?query=zenobia')
    await card(page, ZENOBIA)
      .getByRole('button', { name: `Add ${ZENOBIA} to a list` })
      .click()
    await expect(dialog(page).getByText(name)).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Create and add' })).toBeInViewport({
      ratio: 1,
    })
  })
})

test.describe('an account that nobody else uses', () => {
  test.use({ storageState: VISITOR })

  test('from a search to a revealed contact on a list takes 6 presses', async ({ page }) => {
    await signUpNewUser(page)
    await subscribe(page)
    const presses = await countPresses(page)
    await openSearch(page)
    await page.getByRole('combobox', { name: 'Search', exact: true }).click()
    await page.keyboard.type('zenobia')
    // Results that still move would have Playwright aim, and press, once more.
    await expect(cards(page)).toHaveCount(1)
    const person = card(page, ZENOBIA)
    await person.getByRole('button', { name: /^Reveal email|^Copy email/ }).click()
    await expect(person).toContainText('zenobia@example.com')
    await person.getByRole('button', { name: `Add ${ZENOBIA} to a list` }).click()
    const name = uniqueName('Few presses')
    await dialog(page).getByLabel('Name').click()
    await page.keyboard.type(name)
    await holdNextToast(page)
    await dialog(page).getByRole('button', { name: 'Create and add' }).click()
    await page.getByRole('button', { name: 'View list' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(members(page).getByRole('checkbox', { name: `Select ${ZENOBIA}` })).toBeVisible()
    expect(presses()).toBeLessThanOrEqual(6)
  })
})

test('SEARCH-33 SEARCH-36 the key L adds the person in focus, or those selected', {
  tag: '@slow',
}, async ({ page }) => {
  await openSearch(page)
  await page.keyboard.press('j')
  await page.keyboard.press('l')
  await expect(dialog(page)).toContainText('1 person selected.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Select Page' }).click()
  await cards(page).first().focus()
  await page.keyboard.press('l')
  await expect(dialog(page)).toContainText('25 people selected.')
})

test('LISTS-25 asks a visitor to log in, and an account without a plan to get one', {
  tag: '@slow',
}, async ({ browser }) => {
  const context = await browser.newContext({ storageState: VISITOR })
  const page = await context.newPage()
  await page.goto('/physician/00000000-0000-4000-8000-000000000001')
  await page.getByRole('button', { name: 'Add to list' }).click()
  await expect(
    page.getByText('You need to be logged in to create or update lists.', { exact: true }),
  ).toBeVisible()
  await signInAs(page, 'free')
  await page.goto('/physician/00000000-0000-4000-8000-000000000001')
  await page.getByRole('button', { name: 'Add to list' }).click()
  await expect(page.getByText('Subscription required', { exact: true })).toBeVisible()
  await context.close()
})

test('LISTS-25 asks for a person where nobody is selected', async ({ page }) => {
  await openSearch(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Add to a list' }).click()
  await expect(
    page.getByText('Please select at least one candidate to add to the list.', { exact: true }),
  ).toBeVisible()
})
