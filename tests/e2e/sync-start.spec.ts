import { expect, type Page } from 'playwright/test'
import { deviceName } from '../../sync/client/user-folder.ts'
import { signInAs } from './accounts.ts'
import {
  expectSynced,
  FIRST_START_MS,
  firstScreenOf,
  listLink,
  listsOnServer,
  makeList,
  openLists,
  syncStatus,
  deviceTest as test,
  uniqueName,
  userIdOf,
} from './devices.ts'

test.describe.configure({ timeout: 4 * FIRST_START_MS })

const NEWER = 'pglite-newer.wasm'

test('a warm start shows the lists before any device answers, with no network too', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const page = await device.tab('/')
  await signInAs(page, 'monthly')
  await openLists(page)
  const name = uniqueName('Shown at once')
  await makeList(page, name)
  await expectSynced(page)
  await expect.poll(() => firstScreenOf(page, 'lists.all')).toContain(name)
  const lock = deviceName(await userIdOf(page))
  await device.close()

  const context = await device.open()
  await context.setOffline(true)
  // A tab that leads, is awake, and has not opened its database yet.
  const slow = await device.tab('/about')
  await slow.evaluate((lock) => {
    const pulse = new BroadcastChannel(`${lock}.pulse`)
    pulse.onmessage = ({ data }) => {
      if (data === 'ping') pulse.postMessage('pong')
    }
    void navigator.locks.request(lock, () => new Promise(() => undefined))
  }, lock)
  const again = await device.tab('/lists')
  await expect(listLink(again, name)).toBeVisible()
  await expect(syncStatus(again)).toHaveText('Offline')

  await slow.close()
  await context.setOffline(false)
  await expectSynced(again)
  await expect(listLink(again, name)).toBeVisible()
})

test('a build with another database makes the rows anew and keeps the unsent work', async ({
  newDevice,
}) => {
  const device = await newDevice()
  // Its cache would answer in the place of the newer build.
  const context = await device.open({ serviceWorkers: 'block' })
  const older = await device.tab('/')
  await signInAs(older, 'monthly')
  await openLists(older)
  const [sent, unsent] = [uniqueName('Sent by the older'), uniqueName('Unsent by the older')]
  await makeList(older, sent)
  await expectSynced(older)
  const [build] = await databasesOf(older)
  await context.route('**/api/mutations', (route) => route.abort())
  await makeList(older, unsent)
  await expect(syncStatus(older)).toContainText('1 waiting')

  // The name of its file tells one PGlite from another.
  let original = ''
  await context.route('**/assets/replica/*.js', async (route) => {
    const response = await route.fetch()
    const script = (await response.text()).replaceAll(/pglite-[\w-]{8}\.wasm/g, (name) => {
      original = name
      return NEWER
    })
    await route.fulfill({ response, body: script })
  })
  await context.route(`**/${NEWER}`, async (route) => {
    const url = route.request().url().replace(NEWER, original)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  // While the older one leads, its device serves the newer page.
  const newer = await device.tab('/lists')
  for (const name of [sent, unsent]) await expect(listLink(newer, name)).toBeVisible()
  await older.close()
  await expect.poll(() => databasesOf(newer), { timeout: FIRST_START_MS }).not.toContain(build)
  await context.unroute('**/api/mutations')
  await expectSynced(newer)
  for (const name of [sent, unsent]) await expect(listLink(newer, name)).toBeVisible()
  const kept = await listsOnServer(newer)
  expect(kept.filter((name) => name === sent || name === unsent).sort()).toEqual([sent, unsent])
  expect(await databasesOf(newer)).toHaveLength(1)
})

/** The databases in private files, by build. */
async function databasesOf(page: Page): Promise<string[]> {
  const folder = deviceName(await userIdOf(page))
  return page.evaluate(async (folder) => {
    const root = await navigator.storage.getDirectory()
    const names = await Array.fromAsync((await root.getDirectoryHandle(folder)).keys())
    return names.filter((name) => /\.\d+$/.test(name))
  }, folder)
}
