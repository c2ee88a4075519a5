import { expect, type Page } from 'playwright/test'
import { signInAs } from './accounts.ts'
import {
  expectSynced,
  FIRST_START_MS,
  listLink,
  makeList,
  openLists,
  deviceTest as test,
  uniqueName,
} from './devices.ts'

test.describe.configure({ timeout: 4 * FIRST_START_MS })

/** How often the tab that runs the device is taken away; a longer run says more. */
const KILLS = Number(process.env.LEADER_KILLS ?? 10)

/** An edit made while no tab leads is in the outbox within two seconds; the rest is the screen. */
const ACKNOWLEDGED_MS = 10_000

test('no edit is lost and none hangs while the leading tab closes again and again', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const first = await device.tab('/')
  await signInAs(first, 'admin')
  await openLists(first)
  const tabs = [first, await device.tab('/lists'), await device.tab('/lists')]
  const made: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    // The oldest leads: the lock goes on in the order of asking.
    const leader = tabs.shift()
    const editor = tabs[0]
    if (!leader || !editor) throw new Error('No tab is left.')
    await expect(editor.getByRole('button', { name: 'New list' })).toBeVisible()
    const name = uniqueName(`Kill ${kill}`)
    await Promise.all([leader.close(), startList(editor, name)])
    // The dialog closes when the edit is acknowledged.
    await expect(editor.getByRole('dialog')).toBeHidden({ timeout: ACKNOWLEDGED_MS })
    made.push(name)
    tabs.push(await device.tab('/lists'))
  }
  const [last] = tabs
  if (!last) throw new Error('No tab is left.')
  for (const name of made) {
    await expect(listLink(last, name)).toBeVisible({ timeout: FIRST_START_MS })
  }
  await expectSynced(last)
})

test('every tab sees an edit of another, and all of them wait on one request', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const first = await device.tab('/')
  await signInAs(first, 'admin')
  await openLists(first)
  const others = [await device.tab('/lists'), await device.tab('/lists')]
  let live = 0
  for (const page of [first, ...others]) {
    page.on('request', (request) => {
      if (request.url().endsWith('/api/shapes/live')) live += 1
    })
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/api/shapes/live')) live -= 1
    })
  }
  const name = uniqueName('Seen by all')
  await makeList(others[0] as Page, name)
  for (const page of [first, ...others]) await expect(listLink(page, name)).toBeVisible()
  expect(live).toBeLessThanOrEqual(1)
})

test('who signs in instead in another tab gets their own rows in both', async ({ newDevice }) => {
  const device = await newDevice()
  const first = await device.tab('/')
  await signInAs(first, 'admin')
  await openLists(first)
  const name = uniqueName('Of the first')
  await makeList(first, name)
  await expectSynced(first)

  const second = await device.tab('/')
  await second.context().clearCookies()
  await signInAs(second, 'monthly')
  await second.goto('/lists')
  await expect(second.getByRole('row').nth(1)).toBeVisible({ timeout: FIRST_START_MS })
  await expect(listLink(second, name)).toBeHidden()
  // The first tab learns of it by itself.
  await expect(listLink(first, name)).toBeHidden({ timeout: FIRST_START_MS })
})

async function startList(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create list' }).click()
}
