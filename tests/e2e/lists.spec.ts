import { expect, type Page, test } from 'playwright/test'
import { signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import {
  listsOnServer,
  makeList,
  peopleIn,
  pushToServer,
  syncStatus,
  uniqueName,
} from './devices.ts'
import { holdRequests } from './hold-requests.ts'
import { stopClock } from './time.ts'
import { holdNextToast } from './toasts.ts'

const [ZENOBIA, IGNATIUS, ELOISE, NAMELESS] = [1, 2, 3, 4].map(
  (number) => `00000000-0000-4000-8000-00000000000${number}`,
)

// Their rows come from the device or, while its database is being created, from the fallback.

test('LISTS-01 LISTS-03 My Lists shows each list with its count, its day and its actions, newest first', async ({
  page,
}) => {
  await page.goto('/lists')
  await expect(page.getByRole('heading', { level: 1, name: 'My Lists' })).toBeVisible()
  const older = uniqueName('Older')
  const newer = uniqueName('Newer')
  await makeList(page, older)
  await makeList(page, newer)
  // Other tests create lists in this account too: only these two are compared.
  const rows = page.getByRole('row', { name: new RegExp(`${older}|${newer}`) })
  await expect(rows).toHaveText([new RegExp(newer), new RegExp(older)])
  const row = rows.first()
  await expect(row.getByRole('cell').nth(1)).toHaveText('0')
  await expect(row.getByRole('cell').nth(2)).toHaveText(/^\w{3} \d{1,2}, \d{4}$/)
  await expect(row.getByRole('button', { name: `Delete ${newer}` })).toBeVisible()
  await row.getByRole('link', { name: `View ${newer}` }).click()
  await expect(page).toHaveURL(/\/lists\/[0-9a-f-]{36}$/)
})

test('a list whose button is pressed twice before any device answers is made once', async ({
  page,
}) => {
  const letGo = await holdRequests(page, '**/assets/{replica/*,server-device-*,add-to-outbox-*}.js')
  await page.goto('/lists')
  const name = uniqueName('Pressed twice')
  await page.getByRole('button', { name: 'New list' }).click()
  const field = page.getByRole('dialog').getByLabel('Name')
  await field.fill(name)
  await field.press('Enter')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: 'Create list' })).toHaveAttribute('aria-busy')
  letGo()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const made = async () => (await listsOnServer(page)).filter((each) => each === name)
  await expect.poll(made).toEqual([name])
  // The second edit would have come with the first.
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1)
})

test('work that a busy server puts off is said to wait, and is sent by itself', async ({
  page,
}) => {
  await page.goto('/lists')
  const error = { code: 'rate_limited', message: 'Too many requests. Try again in 1 s.' }
  await page.route('**/api/mutations', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: { error } }),
  )
  await page.getByRole('button', { name: 'New list' }).click()
  const name = uniqueName('Put off')
  const field = page.getByRole('dialog').getByLabel('Name')
  await field.fill(name)
  await field.press('Enter')
  await expect(syncStatus(page)).toHaveText('Busy, 1 waiting')
  await syncStatus(page).getByRole('button').click()
  const panel = page.getByRole('dialog', { name: 'Sync' })
  await expect(panel).toContainText(
    'The server is busy. Your changes are kept, and sync goes on by itself.',
  )
  await expect(panel.getByText(`New list “${name}”`)).toBeVisible()
  await page.unroute('**/api/mutations')
  await expect.poll(() => listsOnServer(page)).toContain(name)
})

test('a list is asked for once on a new device, and shown without a timer', async ({ page }) => {
  const id = crypto.randomUUID()
  const candidate_ids = await peopleIn(page, 60)
  await pushToServer(page, [
    ['lists.create', { id, name: uniqueName('Opened first') }],
    ['members.add', { list_id: id, candidate_ids }],
  ])
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(me|queries\/lists\.\w+)$/.test(pathname)) asked.push(pathname)
  })
  await page.route('**/assets/replica/*', () => undefined)
  // The people do not wait for the list.
  const people = page.waitForRequest('**/api/queries/lists.members')
  await page.route('**/api/queries/lists.one', async (route) => {
    await people
    await route.continue()
  })
  // React holds content back by a timer, where other content was late.
  await page.clock.install()
  await stopClock(page)
  await page.goto(`/lists/${id}`)
  await expect(
    page.getByRole('list', { name: 'Healthcare workers' }).getByRole('listitem'),
  ).toHaveCount(60)
  expect(asked).toEqual(['/api/me', '/api/queries/lists.members', '/api/queries/lists.one'])
})

test('LISTS-04 LISTS-06 a deletion is asked about, told of, and can be taken back', async ({
  page,
}) => {
  await page.goto('/lists')
  const name = uniqueName('Short-lived')
  await makeList(page, name)
  const link = page.getByRole('link', { name, exact: true })
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const asked = page.getByRole('alertdialog', { name: `Delete “${name}”?` })
  await expect(asked).toHaveAccessibleDescription(
    'The list goes from all your devices. It can be restored for 30 days, and the people on it stay in the directory.',
  )
  await asked.getByRole('button', { name: 'Keep it' }).click()
  await expect(link).toBeVisible()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await holdNextToast(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete list' }).click()
  await expect(page.getByText('List deleted successfully.')).toBeVisible()
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(link).toBeVisible()

  await test.step('LISTS-05 it can be restored for 30 days, from a screen of its own', async () => {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete list' }).click()
    await expect(link).toBeHidden()
    await page.getByRole('link', { name: 'Deleted lists', exact: true }).click()
    await expect(page).toHaveURL('/lists/deleted')
    const deleted = page.getByRole('listitem').filter({ hasText: name })
    const until = new Date(Date.now() + 30 * 86_400_000)
    const day = until.toLocaleDateString('en-US', { dateStyle: 'medium' })
    await expect(deleted).toContainText(`0 physicians, can be restored until ${day}`)
    await deleted.getByRole('button', { name: `Restore ${name}` }).click()
    await expect(deleted).toHaveCount(0)
    await page.getByRole('link', { name: 'My Lists' }).click()
    await expect(link).toBeVisible()
  })
})

test('a list is renamed in its place, and Escape keeps the old name', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/lists')
  const name = uniqueName('Old name')
  await makeList(page, name)
  await page.getByRole('button', { name: `Rename ${name}` }).click()
  await page.getByLabel(`New name of ${name}`).fill('never')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Rename ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel(`New name of ${name}`).fill(`${name} anew`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: `${name} anew`, exact: true })).toBeVisible()
})

test.describe('an account with two lists', () => {
  test.use({ storageState: VISITOR })

  const members = (page: Page) =>
    page.getByRole('list', { name: 'Healthcare workers' }).getByRole('listitem')
  const dialog = (page: Page) => page.getByRole('dialog')
  const nights = crypto.randomUUID()

  test.beforeEach(async ({ page }) => {
    await signUpNewUser(page)
    await subscribe(page)
    await pushToServer(page, [
      ['lists.create', { id: nights, name: 'Nights', candidate_ids: [ZENOBIA, IGNATIUS, ELOISE] }],
      [
        'lists.create',
        { id: crypto.randomUUID(), name: 'Days', candidate_ids: [IGNATIUS, NAMELESS] },
      ],
    ])
    await page.goto(`/lists/${nights}`)
    await expect(members(page)).toHaveCount(3)
  })

  test('sorts one, and the address keeps the order', { tag: '@slow' }, async ({ page }) => {
    const sort = page.getByLabel('Sort by')
    await sort.selectOption({ label: 'Name, A to Z' })
    await expect(members(page)).toHaveText([/Featherstonehaugh/, /O'Brouillard/, /Wobblethorpe/])
    await sort.selectOption({ label: 'State and city' })
    // QC, then Amarillo and Lubbock in Texas.
    await expect(members(page)).toHaveText([/O'Brouillard/, /Featherstonehaugh/, /Wobblethorpe/])
    await page.reload()
    await expect(members(page)).toHaveText([/O'Brouillard/, /Featherstonehaugh/, /Wobblethorpe/])
    await expect(sort).toHaveValue('place-asc')
  })

  test('copies, merges and subtracts them, and adds to the one made last, saying who is on it', {
    tag: '@slow',
  }, async ({ page }) => {
    for (const [way, outcome, name] of [
      ['Everybody on this list', '3 people will be on it.', 'Nights, copy'],
      ['Everybody on this list or another', '4 people will be on it.', 'Nights and Days'],
      ['This list without those on another', '2 people will be on it.', 'Nights without Days'],
    ] as const) {
      await page.getByRole('button', { name: 'Make a list of Nights' }).click()
      await dialog(page).getByLabel('Who is on it').selectOption({ label: way })
      if (name !== 'Nights, copy') {
        await dialog(page).getByLabel('The other list').selectOption({ label: 'Days' })
      }
      await expect(dialog(page).getByLabel('Name')).toHaveValue(name)
      await expect(dialog(page).getByRole('status')).toHaveText(outcome)
      await dialog(page).getByRole('button', { name: 'Create list' }).click()
      await expect(dialog(page)).toBeHidden()
    }

    const zenobia = members(page).filter({ hasText: 'Featherstonehaugh' })
    await zenobia.getByRole('link', { name: /^View profile/ }).click()
    await page.getByRole('button', { name: 'Add to list' }).click()
    await dialog(page).getByRole('radio', { name: 'Existing list' }).click()
    const list = dialog(page).getByLabel('List', { exact: true })
    await expect(list.locator('option').first()).toHaveText('Nights without Days')
    await expect(list.locator('option').first()).toHaveJSProperty('selected', true)
    const said = dialog(page).getByRole('status')
    await expect(said).toHaveText(
      'On it already. Also on “Nights”, “Nights and Days” and “Nights, copy”.',
    )
    await list.selectOption({ label: 'Days' })
    await expect(said).toContainText('already.')
    await expect(said).not.toContainText('On it already.')
    await dialog(page).getByRole('button', { name: 'Add to list' }).click()
    await expect(page.getByText('1 person, Days')).toBeVisible()

    await page.getByRole('button', { name: 'Add to list' }).click()
    await dialog(page).getByRole('radio', { name: 'Existing list' }).click()
    await expect(list.locator('option').first()).toHaveText('Days')
    await expect(said).toContainText('On it already.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()

    await page.goto('/lists')
    for (const [name, people] of [
      ['Nights, copy', '3'],
      ['Nights and Days', '4'],
      ['Nights without Days', '2'],
      ['Days', '3'],
      ['Nights', '3'],
    ] as const) {
      const row = page
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
      await expect(row.getByRole('cell').nth(1)).toHaveText(people)
    }
  })

  test('reveals several at once, once it is said what that costs', { tag: '@slow' }, async ({
    page,
  }) => {
    await page.getByLabel(/^Select all/).check()
    await page.getByRole('button', { name: 'Reveal', exact: true }).click()
    await expect(dialog(page).getByRole('status')).toHaveText(
      '3 of 3 have contacts not yet revealed. 500 reveals are left today.',
    )
    await expect(page.getByText('zenobia@example.com')).toBeHidden()
    await dialog(page).getByRole('button', { name: 'Reveal 3' }).click()
    await expect(page.getByText('3 people. They stay on this device for 24 hours.')).toBeVisible()
    for (const value of ['zenobia@example.com', '806-555-0103', 'eloise@example.org']) {
      await expect(members(page).getByText(value)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Reveal', exact: true }).click()
    await expect(dialog(page).getByRole('status')).toHaveText(
      'All of their contacts are revealed already, or none are known.',
    )
    await expect(dialog(page).getByRole('button', { name: 'Reveal' })).toBeDisabled()
  })
})
