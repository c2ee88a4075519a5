import { expect } from 'playwright/test'
import { findInProfile } from '../support/profile-scan.ts'
import { signInAs } from './accounts.ts'
import {
  expectSynced,
  FIRST_START_MS,
  makeList,
  openLists,
  deviceTest as test,
  uniqueName,
} from './devices.ts'

test.describe.configure({ timeout: 4 * FIRST_START_MS })

test('signing out leaves none of the lists on the disk, and asks first when work would be lost', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const page = await device.tab('/')
  await signInAs(page, 'admin')
  await openLists(page)
  const markers = ['Marker', 'Marker', 'Marker'].map(uniqueName)
  for (const marker of markers) await makeList(page, marker)
  await expectSynced(page)
  // What the first screen shows is written down after a moment.
  await page.waitForTimeout(2_000)
  await device.close()
  // The rows are there to be found, or finding none later would say nothing.
  const before = await findInProfile(device.profile, markers)
  expect([...before.keys()].sort()).toEqual([...markers].sort())

  const again = await device.tab('/lists')
  await expect(again.getByRole('row').nth(1)).toBeVisible()
  await again.context().setOffline(true)
  const unsent = uniqueName('Unsent marker')
  await makeList(again, unsent)
  await again.getByRole('button', { name: 'Account' }).click()
  await again.getByRole('menuitem', { name: 'Sign Out' }).click()
  const warning = again.getByRole('alertdialog')
  await expect(warning).toContainText('1 change made on this device has not reached the server')
  await warning.getByRole('button', { name: 'Keep working' }).click()
  await expect(again).toHaveURL(/\/lists$/)
  await again.getByRole('button', { name: 'Account' }).click()
  await again.getByRole('menuitem', { name: 'Sign Out' }).click()
  await warning.getByRole('button', { name: 'Sign out and lose 1 change' }).click()
  await expect(again).toHaveURL(/\/$/)
  await expect
    .poll(() => again.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContainEqual(expect.stringMatching(/outbox|screen/))

  // The server is told of it before anything else.
  const told = again.waitForRequest('**/api/auth/sign-out')
  await again.context().setOffline(false)
  await again.goto('/search')
  await told
  await expect(again.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()

  await device.close()
  await device.open()
  await device.close()
  const after = await findInProfile(device.profile, [...markers, unsent])
  expect(Object.fromEntries(after)).toEqual({})
})
