import { expect, type Page } from 'playwright/test'
import { signUpNewUser, subscribe } from './accounts.ts'
import {
  FIRST_START_MS,
  openLists,
  peopleIn,
  pushToServer,
  rowsOnServer,
  deviceTest as test,
  untilReadyOffline,
} from './devices.ts'
import { holdRequests } from './hold-requests.ts'
import { holdNextToast } from './toasts.ts'

const ZENOBIA = '00000000-0000-4000-8000-000000000001'
const IGNATIUS = '00000000-0000-4000-8000-000000000002'

/** People some of whom have no address. */
const OF_FEW_CONTACTS = [2, 3, 4, 5].map((last) => `00000000-0000-4000-8000-00000000000${last}`)

const cards = (page: Page) =>
  page.getByRole('list', { name: 'Healthcare workers' }).getByRole('listitem')

/** Whatever else a card offers, its star is where the others' are. */
async function expectStarsInPlace(page: Page) {
  await expect(cards(page)).toHaveCount(30 + OF_FEW_CONTACTS.length)
  const offers = await cards(page)
    .getByRole('button', { name: /^Send email to/ })
    .count()
  expect(offers).toBeGreaterThan(0)
  expect(offers).toBeLessThan(30 + OF_FEW_CONTACTS.length)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 820, height: 1180 })
  const places = await cards(page).evaluateAll((items) =>
    items.map((item) => {
      const star = item.querySelector('button[aria-label$="from Favorites"]')
      const [card, place] = [item, star].map((each) => each?.getBoundingClientRect())
      return `${place?.left} ${(place?.top ?? 0) - (card?.top ?? 0)}`
    }),
  )
  expect(new Set(places).size).toBe(1)
  if (size) await page.setViewportSize(size)
}

test('whom one stars is on Favorites, with no network too, and comes back by Undo', async ({
  newDevice,
}) => {
  test.setTimeout(2 * FIRST_START_MS)
  const device = await newDevice()
  const page = await device.tab('/about')
  await signUpNewUser(page)
  await subscribe(page)
  await openLists(page)
  await untilReadyOffline(page)
  const note = { candidate_id: ZENOBIA, note: 'Nights only', previous: null }
  await pushToServer(page, [['candidates.note', note]])
  const starred = async () =>
    (await rowsOnServer(page, 'candidates.starred')).map(({ candidate_id }) => candidate_id)
  for (const id of [ZENOBIA, IGNATIUS]) {
    await page.goto(`/physician/${id}`)
    await page.getByRole('button', { name: 'Favorite' }).click()
    await expect.poll(starred).toContain(id)
  }
  // With the cards, which the server fills in.
  await openLists(page)
  await page.getByRole('link', { name: 'Favorites 2 people' }).click()
  await expect(cards(page)).toHaveText([/Ignatius/, /Zenobia.*Nights only/])

  await page.context().setOffline(true)
  await page.goto('/lists/favorites')
  await expect(page).toHaveTitle(/^Favorites/)
  await expect(cards(page)).toHaveText([/Ignatius/, /Zenobia.*Nights only/])
  await holdNextToast(page)
  await cards(page)
    .last()
    .getByRole('button', { name: /^Remove Zenobia .* from Favorites$/ })
    .press('Enter')
  await expect(cards(page)).toHaveText([/Ignatius/])
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await expect(page.locator('main :focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveText([/Ignatius/, /Zenobia.*Nights only/])

  // The last one off is off everywhere.
  await cards(page)
    .first()
    .getByRole('button', { name: /from Favorites$/ })
    .click()
  await expect(cards(page)).toHaveText([/Zenobia/])
  await page.context().setOffline(false)
  await expect.poll(starred).toEqual([ZENOBIA])
})

test('Back from a profile leads to Favorites as they were left', { tag: '@slow' }, async ({
  newDevice,
}) => {
  const device = await newDevice()
  const page = await device.tab('/about')
  await signUpNewUser(page)
  await subscribe(page)
  const people = [...OF_FEW_CONTACTS, ...(await peopleIn(page, 30))]
  await pushToServer(
    page,
    people.map((candidate_id) => ['candidates.star', { candidate_id, starred: true }] as const),
  )
  await page.goto('/lists/favorites')
  await expectStarsInPlace(page)
  const chosen = cards(page).nth(20)
  await chosen.getByRole('checkbox').check()
  await chosen.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/physician\//)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/lists/favorites')
  await expect(chosen.getByRole('checkbox')).toBeChecked()
  await expect(chosen).toBeInViewport()
  const selected = page.getByText(/^\d selected$/).filter({ visible: true })
  await expect(selected).toHaveText('1 selected')
  // Also where Back comes before the profile has: the list was hidden, and never left.
  const release = await holdRequests(page, '**/api/candidates/*')
  const other = cards(page).nth(24)
  await other.getByRole('link').first().click()
  await expect(page.getByRole('status', { name: 'Loading profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/lists/favorites')
  await expect(other).toBeInViewport()
  release()
  // Who lost the star meanwhile is selected no more.
  await cards(page).nth(21).getByRole('checkbox').check()
  await expect(selected).toHaveText('2 selected')
  await chosen.getByRole('link').first().click()
  const star = page.getByRole('button', { name: 'Favorite' })
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/lists/favorites')
  await expect(selected).toHaveText('1 selected')
  await expect(chosen.getByRole('checkbox')).toBeChecked()
})
