import { expect } from 'playwright/test'
import { signInAs } from './accounts.ts'
import {
  FIRST_START_MS,
  listLink,
  listsOnServer,
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
  // Such a script may be on its way to the service worker still.
  await context.unrouteAll({ behavior: 'wait' })
})

test('where no edit can be kept it goes to the server at once, or is refused in so many words', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const context = await device.open({ serviceWorkers: 'block' })
  const refusal = `IDBFactory.prototype.open = () => {
    throw new DOMException('', 'SecurityError')
  }\n`
  await context.addInitScript(refusal)
  await context.route('**/assets/replica/*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: refusal + (await response.text()) })
  })
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
  // Nothing is on its way that nobody was promised.
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(listLink(page, name)).toBeVisible()
  expect((await listsOnServer(page)).filter((each) => each.startsWith('Kept nowhere'))).toEqual([])
})
