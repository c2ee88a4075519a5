import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from 'playwright/test'
import { openDatabase } from '../../db/open.ts'
import { historyOf } from '../chaos/history.ts'
import { openWorld, type World } from '../chaos/world.ts'
import { type BrowserDevice, expectQuiet, openBrowserDevice } from './browser-device.ts'
import { playInBrowser } from './browser-history.ts'
import {
  type Device,
  expectSynced,
  FIRST_START_MS,
  listLink,
  makeList,
  openLists,
  syncStatus,
  deviceTest as test,
  uniqueName,
} from './devices.ts'
import { gate } from './time.ts'

/** Histories of faults to play; `npm run test:browser` plays any number. */
const HISTORIES = Number(process.env.BROWSER_HISTORIES ?? 3)

/** Users whose browsers play side by side: they wait most of the time. */
const STAGES = 2

/** What the server promises of a session that was ended, and time for a busy machine. */
const REVOKED_MS = 5_000

// One server that may be killed; who waits for another test to end waits for all of these.
test.describe.configure({ mode: 'serial', timeout: 2 * FIRST_START_MS + HISTORIES * 120_000 })

let world: World
let close: () => Promise<void>

test.beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clinidex-faults-'))
  // As root the database server runs as another user, who must get in.
  await chmod(dataDir, 0o755)
  const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir })
  world = await openWorld(database.sql, database.url)
  close = async () => {
    await world.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
test.afterAll(() => close())

async function withDevices(
  browser: Browser,
  count: number,
  run: (devices: BrowserDevice[], userId: string) => Promise<void>,
): Promise<void> {
  const userId = await world.newUser()
  const devices = await Promise.all(
    Array.from({ length: count }, () => openBrowserDevice(browser, world, userId)),
  )
  try {
    await run(devices, userId)
  } finally {
    await Promise.all(devices.map((device) => device.close()))
  }
}

test('an edit runs once though the server died after it was done and before it said so', async ({
  browser,
}) => {
  await withDevices(browser, 1, async ([device], userId) => {
    if (!device) throw new Error('There is no device.')
    const [list_id = '', person = ''] = [crypto.randomUUID(), world.people[0]]
    await device.workplace.mutate('lists.create', { id: list_id, name: 'Before' })
    await expectQuiet(device)
    let kills = 0
    device.proxy.onNextPush('answered', async () => {
      kills += 1
      await world.killServer()
    })
    const change = { list_id, candidate_ids: [person] }
    const { id } = (await device.workplace.mutate('members.add', change)) as { id: string }
    await expect.poll(() => kills, { timeout: FIRST_START_MS }).toBe(1)
    // Done, and nobody here knows: the row is there, and the edit still waits.
    const rows = () => world.sql`select xmin::text from list_members where list_id = ${list_id}`
    const done = await rows()
    expect(done).toHaveLength(1)
    await world.isUp()
    await expectQuiet(device)
    // The very row of the first time, of one transaction.
    expect(await rows()).toEqual(done)
    const results = await world.sql`select id from mutation_results where owner_id = ${userId}`
    expect(results.filter((result) => result.id === id)).toHaveLength(1)
    expect(results).toHaveLength(2)
  })
})

test('a session that was ended elsewhere loses its open requests, and the device asks to log in', async ({
  browser,
}) => {
  await withDevices(browser, 1, async ([device], userId) => {
    if (!device) throw new Error('There is no device.')
    await expectQuiet(device)
    const startedAt = performance.now()
    await world.signOut(userId)
    await expect
      .poll(async () => (await device.state()).status?.need, { timeout: 2 * REVOKED_MS })
      .toBe('sign_in')
    test.info().annotations.push({
      type: 'session ended elsewhere',
      description: `known here after ${Math.round(performance.now() - startedAt)} ms`,
    })
    // What is done meanwhile waits for the same person to come back.
    const id = crypto.randomUUID()
    await device.workplace.mutate('lists.create', { id, name: 'Meanwhile' })
    await device.renewSession()
    await expectQuiet(device)
    expect(await world.sql`select name from lists where id = ${id}`).toEqual([
      { name: 'Meanwhile' },
    ])
  })
})

test('edits made in two tabs of two devices while the server is dead meet once it is there again', async ({
  newDevice,
}) => {
  const userId = await world.newUser()
  const [one, other] = [await newDevice(), await newDevice()]
  const tabs = [...(await openTwoTabs(one, userId)), ...(await openTwoTabs(other, userId))]
  const made: string[] = []
  const makeOneIn = async (page: Page) => {
    const name = uniqueName(`Made ${made.length}`)
    await makeList(page, name)
    made.push(name)
  }
  const isBack = gate()
  try {
    await world.killServer(isBack.opened)
    for (const page of tabs) await makeOneIn(page)
    for (const page of tabs) await expect(syncStatus(page)).toHaveText('Offline, 2 waiting')
    await other.close()
    await other.open({ baseURL: address() })
    tabs.splice(2, 2, await other.tab('/lists'), await other.tab('/lists'))
    for (const page of tabs.slice(2)) {
      for (const name of made.slice(2)) await expect(listLink(page, name)).toBeVisible()
      await makeOneIn(page)
    }
    for (const page of tabs.slice(2)) {
      await expect(syncStatus(page)).toHaveText('Offline, 4 waiting', { timeout: FIRST_START_MS })
    }
  } finally {
    isBack.open()
    await world.isUp()
  }
  for (const page of tabs) {
    await expectSynced(page)
    for (const name of made) {
      await expect(listLink(page, name)).toBeVisible({ timeout: FIRST_START_MS })
    }
  }
  const lists = await world.sql<{ name: string }[]>`
    select name from lists where owner_id = ${userId} order by name`
  expect(lists.map(({ name }) => name)).toEqual(made)
  const results = await world.sql`select from mutation_results where owner_id = ${userId}`
  expect(results).toHaveLength(made.length)
})

test(`after ${HISTORIES} histories of faults every browser shows what the server holds`, async ({
  browser,
}) => {
  const seeds = Array.from({ length: HISTORIES }, (_, index) => index + 1)
  await Promise.all(
    Array.from({ length: Math.min(STAGES, HISTORIES) }, () =>
      withDevices(browser, 3, async (devices, userId) => {
        for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
          const history = historyOf(seed)
          await test.step(`history ${seed}`, () =>
            playInBrowser({ world, userId, devices }, history))
        }
      }),
    ),
  )
})

const address = () => `http://127.0.0.1:${world.port()}`

/** Two tabs at a user's lists, on a device that has all it needs to open them with no server. */
async function openTwoTabs(device: Device, userId: string): Promise<[Page, Page]> {
  const context = await device.open({ baseURL: address() })
  const [name = '', value = ''] = (await world.signIn(userId)).split(/=(.*)/s)
  const expires = Date.now() / 1000 + 3600
  await context.addCookies([{ name, value, expires, url: address() }])
  const first = await device.tab('/about')
  await openLists(first)
  await syncStatus(first).getByRole('button').click()
  const panel = first.getByRole('dialog', { name: 'Sync' })
  await expect(panel).toContainText('ready offline', { timeout: FIRST_START_MS })
  await first.keyboard.press('Escape')
  return [first, await device.tab('/lists')]
}
