import { expect } from 'playwright/test'
import { signInAs } from './accounts.ts'
import {
  FIRST_START_MS,
  listLink,
  makeList,
  syncStatus,
  deviceTest as test,
  uniqueName,
} from './devices.ts'

test.describe.configure({ timeout: 3 * FIRST_START_MS })

test('where PGlite cannot run the lists are read from the server and edited all the same', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const context = await device.open()
  await context.route('**/*.wasm', (route) => route.abort())
  const page = await device.tab('/')
  await signInAs(page, 'annual')
  await page.goto('/lists')
  const name = uniqueName('Without a database')
  await makeList(page, name)
  await expect(syncStatus(page)).toHaveText('Synced', { timeout: FIRST_START_MS })
  await page.reload()
  await expect(listLink(page, name)).toBeVisible()
})

test('where nothing can be kept the rows live in memory', async ({ newDevice }) => {
  const device = await newDevice()
  const context = await device.open()
  // Workers load nothing a page could prepare: the refusal stands at the head of their script.
  await context.route('**/assets/replica/*.js', async (route) => {
    const response = await route.fetch()
    const refusal = `{
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))
      const open = indexedDB.open.bind(indexedDB)
      IDBFactory.prototype.open = (name, version) => {
        if (!name.includes('pglite')) return open(name, version)
        open('refused', version + 1)
        return open('refused', version)
      }
    }\n`
    await route.fulfill({ response, body: refusal + (await response.text()) })
  })
  const page = await device.tab('/')
  await signInAs(page, 'annual')
  const live = page.waitForRequest('**/api/shapes/live', { timeout: FIRST_START_MS })
  await page.goto('/lists')
  await live
  const name = uniqueName('In memory')
  await makeList(page, name)
  await expect(syncStatus(page)).toHaveText('Synced', { timeout: FIRST_START_MS })
})
