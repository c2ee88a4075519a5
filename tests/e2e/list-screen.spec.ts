import { expect, type Page, test } from 'playwright/test'
import { signUpNewUser, subscribe, VISITOR } from './accounts.ts'
import {
  listsOnServer,
  makeList,
  openWithDevice,
  peopleIn,
  pushToServer,
  uniqueName,
} from './devices.ts'
import { stopClock } from './time.ts'
import { holdNextToast } from './toasts.ts'

const ZENOBIA = '00000000-0000-4000-8000-000000000001'

test('LISTS-12 LISTS-17 an empty list says how many it holds and leads to the search', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/lists')
  const name = uniqueName('Empty')
  await makeList(page, name)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('0 healthcare workers')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Directory' })).toHaveAttribute(
    'href',
    '/directory',
  )
  await page.getByRole('link', { name: 'Go to Search' }).click()
  await expect(page).toHaveURL(/\/search/)
})

test('the focus is not lost where a list was deleted', async ({ page }) => {
  const name = uniqueName('Gone')
  await pushToServer(page, [['lists.create', { id: crypto.randomUUID(), name }]])
  await page.goto('/lists')
  await page.getByRole('button', { name: `Delete ${name}` }).press('Enter')
  await page.getByRole('button', { name: 'Delete list' }).press('Enter')
  await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
  await expect(page.locator('main :focus')).toHaveCount(1)
})

test('a list that is deleted elsewhere while it is open says so, and is back once it is restored', {
  tag: '@slow',
}, async ({ page }) => {
  const id = crypto.randomUUID()
  const name = uniqueName('Night shift')
  await pushToServer(page, [['lists.create', { id, name }]])
  const heading = page.getByRole('heading', { name, exact: true })
  const deleted = page.getByRole('heading', { name: `“${name}” was deleted` })
  await page.goto(`/lists/${id}`)
  await expect(heading).toBeVisible()
  await pushToServer(page, [['lists.delete', { id }]])
  await expect(deleted).toBeVisible()
  await expect(
    page.getByText('It can be restored for 30 days, with everybody on it.'),
  ).toBeVisible()
  await expect(page).toHaveURL(`/lists/${id}`)
  await pushToServer(page, [['lists.restore', { id }]])
  await expect(heading).toBeVisible()
  await expect(deleted).toBeHidden()

  await page.goto(`/lists/${id}/call`)
  await expect(page.getByRole('link', { name })).toBeVisible()
  await pushToServer(page, [['lists.delete', { id }]])
  await expect(deleted).toBeVisible()
  await page.getByRole('link', { name: 'Deleted lists' }).click()
  await expect(page).toHaveURL('/lists/deleted')
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toBeVisible()
})

/** Makes a list, begins to rename it on a page, and deletes it elsewhere before the new name is saved. */
async function renameAsItIsDeleted(
  page: Page,
  path: string,
  { id, name, next }: { id: string; name: string; next: string },
) {
  await pushToServer(page, [['lists.create', { id, name }]])
  await openWithDevice(page, path)
  await page.getByRole('button', { name: `Rename ${name}` }).click()
  const field = page.getByLabel(`New name of ${name}`)
  await field.fill(next)
  await pushToServer(page, [['lists.delete', { id }]])
  const notice = page.getByText(`“${name}” was deleted.`)
  await expect(notice).toBeVisible()
  await expect(field).toHaveValue(next)
  return { field, notice }
}

test('a new name stays while the list is deleted elsewhere, and is saved once it is restored', {
  tag: '@slow',
}, async ({ page }) => {
  const id = crypto.randomUUID()
  const [name, next] = [uniqueName('Day shift'), uniqueName('Late shift')]
  await page.clock.install()
  const { field, notice } = await renameAsItIsDeleted(page, `/lists/${id}`, { id, name, next })
  // The device refuses it here, however slow it is.
  await stopClock(page)
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('It was deleted on another device meanwhile.')).toBeVisible()
  await expect(field).toHaveValue(next)
  await page.clock.resume()
  await page.getByRole('button', { name: 'Restore list' }).click()
  await expect(notice).toBeHidden()
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('heading', { name: next })).toBeVisible()
  // The screen has it first: a deletion that overtakes it refuses it.
  await expect.poll(() => listsOnServer(page)).toContain(next)

  await page.getByRole('button', { name: `Rename ${next}` }).click()
  await pushToServer(page, [['lists.delete', { id }]])
  await expect(page.getByText(`“${next}” was deleted.`)).toBeVisible()
  await page.getByRole('button', { name: 'Keep the old name' }).click()
  await expect(page.getByRole('heading', { name: `“${next}” was deleted` })).toBeVisible()
})

test.describe('an account of its own, whose rows move for no other', () => {
  test.use({ storageState: VISITOR })

  test('on My Lists, too, a new name stays while the list is deleted elsewhere', {
    tag: '@slow',
  }, async ({ page }) => {
    await signUpNewUser(page)
    await subscribe(page)
    const id = crypto.randomUUID()
    const [name, next] = [uniqueName('Early shift'), uniqueName('Split shift')]
    const { field, notice } = await renameAsItIsDeleted(page, '/lists', { id, name, next })
    await expect(page.getByRole('link', { name: `View ${name}` })).toBeHidden()
    // The notice has a line of its own on a phone, too, and takes no room from the field.
    await page.setViewportSize({ width: 360, height: 740 })
    await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThan(120)
    await page.getByRole('button', { name: 'Restore list' }).click()
    await expect(notice).toBeHidden()
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('link', { name: next, exact: true })).toBeVisible()
    await expect.poll(() => listsOnServer(page)).toContain(next)

    await page.getByRole('button', { name: `Rename ${next}` }).click()
    await expect(page.getByLabel(`New name of ${next}`)).toBeVisible()
    await pushToServer(page, [['lists.delete', { id }]])
    await expect(page.getByText(`“${next}” was deleted.`)).toBeVisible()
    await page.getByRole('button', { name: 'Keep the old name' }).click()
    await expect(page.getByText(`“${next}” was deleted.`)).toBeHidden()
    await expect(page.getByText(next)).toHaveCount(0)
  })
})

test.describe('a list with people', () => {
  const members = (page: Page) =>
    page.getByRole('list', { name: 'Healthcare workers' }).getByRole('listitem')

  test.beforeEach(async ({ page }) => {
    const id = crypto.randomUUID()
    await pushToServer(page, [
      ['lists.create', { id, name: uniqueName('Peopled') }],
      ['members.add', { list_id: id, candidate_ids: await peopleIn(page, 3) }],
    ])
    await page.goto(`/lists/${id}`)
    await expect(members(page)).toHaveCount(3)
  })

  test('an address with an order and a team that are none shows the list as it is', async ({
    page,
  }) => {
    const { pathname } = new URL(page.url())
    await page.goto(`${pathname}?sort=zz&team=zz`)
    await expect(members(page)).toHaveCount(3)
    await expect(page.getByLabel('Sort by')).toHaveValue('added-desc')
  })

  test('by keyboard the focus goes from revealing to what was revealed', async ({ page }) => {
    const card = members(page).first()
    await card.getByRole('button', { name: /^View contact information of/ }).press('Enter')
    await expect(card.getByRole('list')).toBeFocused()
  })

  test('LISTS-15 a card has what is known of the person, and contacts only by revealing', {
    tag: '@slow',
  }, async ({ page }) => {
    const id = crypto.randomUUID()
    await pushToServer(page, [
      ['lists.create', { id, name: uniqueName('Zenobia') }],
      ['members.add', { list_id: id, candidate_ids: [ZENOBIA] }],
    ])
    await page.goto(`/lists/${id}`)
    await expect(page.getByText('1 healthcare worker', { exact: true })).toBeVisible()
    const card = members(page).first()
    for (const text of [
      'Zenobia',
      'Featherstonehaugh',
      'MD',
      'Attending Cardiologist',
      'Cardiology',
      'Larkspur Heart Institute',
      'Amarillo, TX',
      'Echocardiography',
      'Larkspur College of Medicine',
    ]) {
      await expect(card).toContainText(text)
    }
    await expect(card).not.toContainText('zenobia@example.com')
    await expect(card).not.toContainText('806-555-0101')
    for (const known of [
      'mobile, checked 3 days ago',
      'direct line, never checked',
      'personal, checked 12 days ago',
      'work, checked 40 days ago',
    ]) {
      await expect(card).toContainText(known)
    }
    // Beside the button, not one letter below the other.
    const line = await card.getByText('mobile, checked 3 days ago').boundingBox()
    expect(line?.width).toBeGreaterThan(3 * (line?.height ?? 0))
    await card.getByRole('button', { name: /^View contact information/ }).click()
    await expect(card).toContainText('zenobia@example.com')
    await expect(card.getByRole('link', { name: /^View profile/ })).toHaveAttribute(
      'href',
      `/physicians/${ZENOBIA}`,
    )
  })

  test('LISTS-13 its search finds by part of a name, whatever the case', { tag: '@slow' }, async ({
    page,
  }) => {
    const box = members(page).first().getByRole('checkbox')
    const name = (await box.getAttribute('aria-label'))?.replace('Select ', '') ?? ''
    const part = name.slice(1, 4).toUpperCase()
    await page.getByLabel('Search within this list').fill(part)
    await expect(members(page).filter({ hasText: name }).first()).toBeVisible()
    await page.getByLabel('Search within this list').fill('no such person at all')
    await expect(members(page)).toHaveCount(0)
    await expect(page.getByText('Nobody on this list matches')).toBeVisible()
    // On a phone every filter is in sight whole.
    await page.setViewportSize({ width: 360, height: 740 })
    const field = page.getByLabel('Search within this list')
    await field.clear()
    expect((await field.boundingBox())?.width).toBeGreaterThan(270)
    for (const label of ['Stage', 'Contact']) {
      const filter = await page.getByLabel(label, { exact: true }).boundingBox()
      expect(filter?.x).toBeGreaterThanOrEqual(16)
      expect((filter?.x ?? 0) + (filter?.width ?? 0)).toBeLessThanOrEqual(344)
    }
  })

  test('LISTS-13 a search that cannot be answered keeps its field, to clear', {
    tag: '@slow',
  }, async ({ page }) => {
    // The fallback answers, as long as nothing is searched for.
    await page.route('**/*.wasm', (route) => route.abort())
    await page.route('**/api/queries/lists.members', (route) => {
      const { args } = route.request().postDataJSON() as { args: { text: string } }
      if (args.text === '') return route.fallback()
      const error = { code: 'internal_error', message: 'Hidden.' }
      return route.fulfill({ status: 500, json: { error } })
    })
    await page.reload()
    await expect(members(page)).toHaveCount(3)
    const field = page.getByLabel('Search within this list')
    await field.fill('no such person at all')
    await expect(page.getByText('Failed to load list details')).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('no such person at all')
    await field.clear()
    await expect(members(page)).toHaveCount(3)
    await expect(page.getByText('Failed to load list details')).toBeHidden()
  })

  test('LISTS-14 LISTS-18 to export or remove one has to select', { tag: '@slow' }, async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(
      page.getByText('Please select at least one healthcare worker to remove.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(
      page.getByText('Please select at least one healthcare worker to export.'),
    ).toBeVisible()
    const place = await members(page).first().boundingBox()
    await page.getByLabel(/^Select all/).check()
    await expect(members(page).first().getByRole('checkbox')).toBeChecked()
    // What the selection adds to the toolbar moves no card.
    await expect(page.getByRole('button', { name: 'Reveal', exact: true })).toBeVisible()
    expect(await members(page).first().boundingBox()).toEqual(place)
  })

  test('on a phone the actions on a selection stay in reach, and cover nobody', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const bar = page.getByRole('region', { name: 'Selection' })
    await members(page).first().getByRole('checkbox').check()
    await members(page).last().getByRole('checkbox').check()
    await expect(bar).toContainText('2 selected')
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }))
    const [person, actions, tabs] = await Promise.all(
      [members(page).last(), bar, page.getByRole('navigation', { name: 'Tabs' })].map((part) =>
        part.boundingBox(),
      ),
    )
    const bottom = (box = person) => (box ? box.y + box.height : Number.NaN)
    expect(bottom(person)).toBeLessThanOrEqual(actions?.y ?? 0)
    expect(bottom(actions)).toBeLessThanOrEqual(tabs?.y ?? 0)
    for (const name of ['Reveal', 'Export', 'Remove']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport()
    }
    await bar.getByRole('button', { name: 'Clear' }).click()
    await expect(bar).toBeHidden()
    await expect(page.locator('main :focus')).toHaveCount(1)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })

  test('LISTS-19 who is removed goes from list and count', async ({ page }) => {
    const counted = page.getByText(/^[\d,]+ healthcare workers?$/)
    await expect(counted).toHaveText('3 healthcare workers')
    await members(page).first().getByRole('checkbox').check()
    await holdNextToast(page)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('Healthcare Workers Removed')).toBeVisible()
    await expect(counted).toHaveText('2 healthcare workers')
    await expect(members(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(counted).toHaveText('3 healthcare workers')
    await expect(members(page)).toHaveCount(3)
  })
})

for (const width of [360, 1440]) {
  test(`Back from a profile leads to the list as it was left, at ${width} pixels`, {
    tag: '@slow',
  }, async ({ page }) => {
    const id = crypto.randomUUID()
    await pushToServer(page, [
      ['lists.create', { id, name: uniqueName('Long') }],
      ['members.add', { list_id: id, candidate_ids: await peopleIn(page, 240) }],
    ])
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`/lists/${id}`)
    const members = page
      .getByRole('list', { name: 'Healthcare workers' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox') })
    await expect(members).toHaveCount(100)
    await page.getByLabel('Contact', { exact: true }).selectOption('Never touched')
    const chosen = members.nth(60)
    const ofPageOne = (await chosen.getByRole('checkbox').getAttribute('aria-label')) ?? ''
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(chosen.getByRole('checkbox')).not.toHaveAttribute('aria-label', ofPageOne)
    await chosen.getByRole('checkbox').check()
    const name = (await chosen.getByRole('checkbox').getAttribute('aria-label')) ?? ''
    const selected = page.getByText('1 selected').filter({ visible: true })
    await expect(selected).toHaveCount(1)
    // Cards that come into sight take their own height.
    await page.waitForTimeout(500)
    const top = async () => Math.round((await chosen.boundingBox())?.y ?? Number.NaN)
    const before = await top()
    await chosen.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/physicians\//)
    await expect(page.getByRole('button', { name: 'Back' })).toBeVisible()
    await page.goBack()
    await expect(chosen.getByRole('checkbox', { name })).toBeChecked()
    await expect(selected).toHaveCount(1)
    await expect(page.getByLabel('Contact', { exact: true })).toHaveValue('never')
    await expect(chosen).toBeInViewport()
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(40)
    await expect(members).toHaveCount(100)
    expect(Math.abs((await top()) - before)).toBeLessThan(40)
  })
}

test('EXPORT-03 the file of a list has the name of the list', { tag: '@slow' }, async ({
  page,
}) => {
  const id = crypto.randomUUID()
  const name = uniqueName('Night shift')
  await pushToServer(page, [
    ['lists.create', { id, name }],
    ['members.add', { list_id: id, candidate_ids: await peopleIn(page, 2) }],
  ])
  await page.goto(`/lists/${id}`)
  await page.getByLabel(/^Select all/).check()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`healthcare_worker_list_${name}.csv`)
})

test('LISTS-20 a list that is not there leads to the search and says so', { tag: '@slow' }, async ({
  page,
}) => {
  const none = crypto.randomUUID()
  for (const path of [none, 'no-such-id', `${none}/call`, 'no-such-id/call']) {
    await page.goto(`/lists/${path}`)
    await expect(page.getByText('List not found')).toBeVisible()
    // /directory, which redirects to the search.
    await expect(page).toHaveURL(/\/search$/)
  }
})

test.describe('a visitor', () => {
  test.use({ storageState: VISITOR })

  test('LISTS-22 sees a way in at the address of a list, and is sent to log in from /lists', async ({
    page,
  }) => {
    const address = `/lists/${crypto.randomUUID()}`
    await page.goto(address)
    await expect(page.getByText('Sign in to see this list')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(address))
    await page.goto('/lists')
    await expect(page).toHaveURL(/\/login/)
  })
})
