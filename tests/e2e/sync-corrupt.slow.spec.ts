import { expect, type Page } from 'playwright/test'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { signInAs } from './accounts.ts'
import {
  type Device,
  expectSynced,
  FIRST_START_MS,
  listLink,
  listsOnServer,
  makeList,
  openLists,
  deviceTest as test,
  uniqueName,
  userIdOf,
} from './devices.ts'
import { BLANK } from './front-door.ts'

test.describe.configure({ timeout: 4 * FIRST_START_MS })

/** PGlite's index of its files: the browser stores them under other names. */
type Node = { backingFilename: string } | { children: Record<string, Node> }

const childrenOf = (node: Node) => ('children' in node ? node.children : {})

/** A page of the device that does not run the app. */
async function blankTab(device: Device): Promise<Page> {
  const context = await device.open({ serviceWorkers: 'block' })
  await context.route(`**${BLANK}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  )
  return device.tab(BLANK)
}

/** Overwrites every table of the user on the disk, while the app is closed. */
async function damageTables(device: Device): Promise<void> {
  const page = await blankTab(device)
  const folder = deviceName(await userIdOf(page))
  for (const [database, state] of await statesOf(page, folder)) {
    const { root } = JSON.parse(state) as { root: Node }
    const files = Object.values(childrenOf(childrenOf(root).base ?? root))
      .flatMap((database) => Object.entries(childrenOf(database)))
      // PostgreSQL's own have smaller numbers.
      .filter(([name]) => Number(name) >= 16_384)
      .flatMap(([, node]) => ('backingFilename' in node ? node.backingFilename : []))
    expect(files.length).toBeGreaterThan(10)
    await overwrite(page, [folder, database, 'data'], files)
  }
  await device.close()
}

/** A user's databases, each with the first line of PGlite's index of its files. */
function statesOf(page: Page, folder: string): Promise<[string, string][]> {
  return page.evaluate(async (folder) => {
    const root = await navigator.storage.getDirectory()
    const user = await root.getDirectoryHandle(folder)
    const states: [string, string][] = []
    for await (const handle of user.values()) {
      if (!(handle instanceof FileSystemDirectoryHandle)) continue
      const file = await (await handle.getFileHandle('state.txt')).getFile()
      states.push([handle.name, (await file.text()).split('\n')[0] ?? ''])
    }
    return states
  }, folder)
}

function overwrite(page: Page, folders: string[], files: string[]): Promise<void> {
  return page.evaluate(
    async ([folders, files]) => {
      let folder = await navigator.storage.getDirectory()
      for (const name of folders) folder = await folder.getDirectoryHandle(name)
      for (const name of files) {
        const handle = await folder.getFileHandle(name)
        const { size } = await handle.getFile()
        const stream = await handle.createWritable()
        await stream.write(new Uint8Array(size).fill(0xff))
        await stream.close()
      }
    },
    [folders, files] as const,
  )
}

test('a database that cannot be read is made anew, with the unsent work, and stays', async ({
  newDevice,
}) => {
  const device = await newDevice()
  let page = await device.tab('/')
  await signInAs(page, 'annual')
  await openLists(page)
  const [sent, unsent] = [uniqueName('On the server'), uniqueName('Nowhere else')]
  await makeList(page, sent)
  await expectSynced(page)
  // Opening it once more completes its files: otherwise its log would be replayed over the damage.
  await openLists(page)
  await page.context().setOffline(true)
  await makeList(page, unsent)
  await device.close()

  await damageTables(device)
  page = await device.tab('/about')
  await openLists(page)
  await expect(listLink(page, sent)).toBeVisible()
  await expect(listLink(page, unsent)).toBeVisible()
  expect(await listsOnServer(page)).toContain(unsent)
  await device.close()
  // The new database is the one opened from now on.
  page = await device.tab('/about')
  await openLists(page)
  await expect(listLink(page, unsent)).toBeVisible()
})

/** Deletes the mark that the user's database is complete. @returns the folder's name */
async function unmake(device: Device): Promise<string> {
  const page = await blankTab(device)
  const folder = deviceName(await userIdOf(page))
  const [[name] = ['']] = await statesOf(page, folder)
  await page.evaluate(
    async ([folder, name]) => {
      const root = await navigator.storage.getDirectory()
      const user = await root.getDirectoryHandle(folder)
      await (await user.getDirectoryHandle(name)).removeEntry('whole')
    },
    [folder, name] as const,
  )
  await device.close()
  return name
}

test('a database that was still being made when its tab ended is made anew', async ({
  newDevice,
}) => {
  const device = await newDevice()
  let page = await device.tab('/')
  await signInAs(page, 'annual')
  await openLists(page)
  const list = uniqueName('Kept')
  await makeList(page, list)
  await expectSynced(page)
  await device.close()

  const unfinished = await unmake(device)
  page = await device.tab('/about')
  await openLists(page)
  await expect(listLink(page, list)).toBeVisible()
  const folder = deviceName(await userIdOf(page))
  const names = async () => (await statesOf(page, folder)).map(([name]) => name)
  await expect
    .poll(names)
    .toEqual([unfinished.replace(/\d+$/, (number) => `${Number(number) + 1}`)])
})
