import { type BrowserContext, expect } from 'playwright/test'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { signInAs } from './accounts.ts'
import {
  expectSynced,
  FIRST_START_MS,
  listLink,
  listsOnServer,
  makeList,
  pushToServer,
  deviceTest as test,
  uniqueName,
  userIdOf,
} from './devices.ts'
import { noteRequests } from './note-requests.ts'

test.describe.configure({ timeout: 3 * FIRST_START_MS })

/** Fewer than PostgreSQL has: https://pglite.dev/docs/filesystems#opfs-ahp-fs */
const SAFARI_OPEN_FILES = 252

test('where PGlite cannot run the lists are read from the server and edited all the same', {
  tag: '@slow',
}, async ({ newDevice }) => {
  const device = await newDevice()
  // Files in the service worker's cache would not be requested, and could not be refused.
  const context = await device.open({ serviceWorkers: 'block' })
  let refused = 0
  await context.route('**/*.wasm', (route) => {
    refused += 1
    return route.abort()
  })
  const live = noteRequests(context, /\/api\/shapes\/live$/)
  const page = await device.tab('/')
  await signInAs(page, 'annual')
  await page.goto('/lists')
  await expect.poll(() => refused, { timeout: FIRST_START_MS }).toBeGreaterThan(0)
  const name = uniqueName('Without a database')
  await makeList(page, name)
  await expectSynced(page)
  await page.reload()
  await expect(listLink(page, name)).toBeVisible()
  const elsewhere = uniqueName('Made elsewhere')
  await pushToServer(page, [['lists.create', { id: crypto.randomUUID(), name: elsewhere }]])
  // The server is asked again every 5 s.
  await expect(listLink(page, elsewhere)).toBeVisible({ timeout: FIRST_START_MS })
  expect(live).toEqual([])
})

test('a device whose files did not come opens once the network is back, with what was edited meanwhile', {
  tag: '@slow',
}, async ({ newDevice }) => {
  const device = await newDevice()
  const context = await device.open({ serviceWorkers: 'block' })
  const wasm = /\.wasm$/
  let refused = 0
  await context.route(wasm, (route) => {
    refused += 1
    return route.abort()
  })
  const page = await device.tab('/')
  await signInAs(page, 'annual')
  await page.goto('/lists')
  const name = uniqueName('Without its files')
  await makeList(page, name)
  await expect.poll(() => refused, { timeout: FIRST_START_MS }).toBeGreaterThan(0)
  await expectSynced(page)
  await context.unroute(wasm)
  // Only a device with rows of its own asks for news.
  const live = page.waitForRequest('**/api/shapes/live', { timeout: FIRST_START_MS })
  await context.setOffline(true)
  await context.setOffline(false)
  await live
  await expectSynced(page)
  await expect(listLink(page, name)).toBeVisible()
  await context.setOffline(true)
  await makeList(page, uniqueName('With its rows'))
})

test('where few files can be open at once, as in Safari, the rows are in IndexedDB, and no files are left', {
  tag: '@slow',
}, async ({ newDevice }) => {
  const device = await newDevice()
  const context = await device.open({ serviceWorkers: 'block' })
  await refuse(
    context,
    `{
      const open = globalThis.FileSystemFileHandle.prototype.createSyncAccessHandle
      let files = 0
      globalThis.FileSystemFileHandle.prototype.createSyncAccessHandle = async function () {
        files += 1
        if (files > ${SAFARI_OPEN_FILES}) throw new DOMException('', 'UnknownError')
        return open.call(this)
      }
    }\n`,
  )
  const page = await device.tab('/')
  await signInAs(page, 'annual')
  const userId = await userIdOf(page)
  const untilLive = () => page.waitForRequest('**/api/shapes/live', { timeout: FIRST_START_MS })
  const first = untilLive()
  await page.goto('/lists')
  await first
  const name = uniqueName('In IndexedDB')
  await makeList(page, name)
  await expectSynced(page)
  const kept = () =>
    page.evaluate(async (folderName) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(folderName)
      const databases = await indexedDB.databases()
      return {
        files: await Array.fromAsync(folder.keys()),
        databases: databases.filter(({ name }) => name?.startsWith('/pglite/')).length,
      }
    }, deviceName(userId))
  expect(await kept()).toEqual({ files: ['key'], databases: 1 })
  // The server does not answer in the place of the device.
  await page.route('**/api/queries/*', (route) => route.abort())
  const again = untilLive()
  await page.reload()
  await again
  await expect(listLink(page, name)).toBeVisible()
  expect(await kept()).toEqual({ files: ['key'], databases: 1 })
})

test('where nothing can be kept the rows live in memory', { tag: '@slow' }, async ({
  newDevice,
}) => {
  const device = await newDevice()
  const context = await device.open({ serviceWorkers: 'block' })
  await refuse(
    context,
    `{
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))
      const open = indexedDB.open.bind(indexedDB)
      IDBFactory.prototype.open = (name, version) => {
        if (!name.includes('pglite')) return open(name, version)
        open('refused', version + 1)
        return open('refused', version)
      }
    }\n`,
  )
  const page = await device.tab('/')
  await signInAs(page, 'annual')
  const live = page.waitForRequest('**/api/shapes/live', { timeout: FIRST_START_MS })
  await page.goto('/lists')
  await live
  const name = uniqueName('In memory')
  await makeList(page, name)
  await expectSynced(page)
  const elsewhere = uniqueName('Made elsewhere')
  await pushToServer(page, [['lists.create', { id: crypto.randomUUID(), name: elsewhere }]])
  await expect(listLink(page, elsewhere)).toBeVisible({ timeout: FIRST_START_MS })
  const kept = await page.evaluate(async () => {
    const files = await StorageManager.prototype.getDirectory.call(navigator.storage)
    const databases = await indexedDB.databases()
    return [...(await Array.fromAsync(files.keys())), ...databases.map(({ name }) => name)]
  })
  expect(kept).toContainEqual(expect.stringContaining('outbox'))
  expect(kept).not.toContainEqual(expect.stringContaining('pglite'))
  expect(kept).not.toContain(deviceName(await userIdOf(page)))
})

test('where no edit can be kept it goes to the server at once, or is refused in so many words', {
  tag: '@slow',
}, async ({ newDevice }) => {
  const device = await newDevice()
  const context = await device.open({ serviceWorkers: 'block' })
  await refuse(
    context,
    `IDBFactory.prototype.open = () => {
      throw new DOMException('', 'SecurityError')
    }\n`,
  )
  const page = await device.tab('/')
  await signInAs(page, 'annual')
  await page.goto('/lists')
  const name = uniqueName('Kept by the server alone')
  await makeList(page, name)
  expect(await listsOnServer(page)).toContain(name)

  await context.setOffline(true)
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(uniqueName('Kept nowhere'))
  await page.getByRole('button', { name: 'Create list' }).click()
  await expect(page.getByText('The list was not saved')).toBeVisible()
  // No unconfirmed mutation is being sent.
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(listLink(page, name)).toBeVisible()
  expect((await listsOnServer(page)).filter((each) => each.startsWith('Kept nowhere'))).toEqual([])
})

/** Makes pages and their workers run a script first. Workers load nothing that a page could prepare. */
async function refuse(context: BrowserContext, script: string): Promise<void> {
  await context.addInitScript(script)
  await context.route('**/assets/replica/*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: script + (await response.text()) })
  })
}
