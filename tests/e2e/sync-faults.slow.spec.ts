import { expect, type Page } from 'playwright/test'
import type { World } from '#tests/chaos/world.ts'
import { expectQuiet } from './browser-device.ts'
import {
  type Device,
  expectSynced,
  FIRST_START_MS,
  listLink,
  makeList,
  openLists,
  syncStatus,
  uniqueName,
  untilReadyOffline,
} from './devices.ts'
import { worldTest as test, withDevices } from './own-world.ts'
import { gate } from './time.ts'

/** Longest until it is known that a session has ended; `npm run test:browser` allows the server's limit. */
const REVOKED_MS = Number(process.env.REVOKED_MS ?? 60_000)

test.describe.configure({ timeout: 2 * FIRST_START_MS })

test('an edit runs once though the server died after it was done and before it said so', async ({
  browser,
  world,
}) => {
  await withDevices(browser, world, 1, async ([device], userId) => {
    if (!device) throw new Error('There is no device.')
    const [list_id = '', person = ''] = [crypto.randomUUID(), world.people[0]]
    await device.actions.mutate('lists.create', { id: list_id, name: 'Before' })
    const isThere = () => world.sql`select 1 from lists where id = ${list_id}`
    await expect.poll(isThere, { timeout: FIRST_START_MS }).toHaveLength(1)
    await expectQuiet(device)
    let kills = 0
    device.proxy.onNextPush('answered', async () => {
      kills += 1
      await world.killServer()
    })
    const change = { list_id, candidate_ids: [person] }
    const { id } = (await device.actions.mutate('members.add', change)) as { id: string }
    await expect.poll(() => kills, { timeout: FIRST_START_MS }).toBe(1)
    // Applied, and the device does not know: the row is there, and the mutation is still pending.
    const rows = () => world.sql`select xmin::text from list_members where list_id = ${list_id}`
    const done = await rows()
    expect(done).toHaveLength(1)
    await world.isUp()
    await expectQuiet(device)
    // The same row version, of one transaction.
    expect(await rows()).toEqual(done)
    const results = await world.sql`select id from mutation_results where owner_id = ${userId}`
    expect(results.filter((result) => result.id === id)).toHaveLength(1)
    expect(results).toHaveLength(2)
  })
})

test('a session that was ended elsewhere loses its open requests, and the device asks to log in', async ({
  browser,
  world,
}) => {
  await withDevices(browser, world, 1, async ([device], userId) => {
    if (!device) throw new Error('There is no device.')
    await expectQuiet(device)
    const startedAt = performance.now()
    await world.signOut(userId)
    await expect
      .poll(async () => (await device.state()).status?.need, { timeout: REVOKED_MS })
      .toBe('sign_in')
    test.info().annotations.push({
      type: 'session ended elsewhere',
      description: `known here after ${Math.round(performance.now() - startedAt)} ms`,
    })
    // Edits made meanwhile wait for the same user to return.
    const id = crypto.randomUUID()
    await device.actions.mutate('lists.create', { id, name: 'Meanwhile' })
    await device.renewSession()
    await expectQuiet(device)
    expect(await world.sql`select name from lists where id = ${id}`).toEqual([
      { name: 'Meanwhile' },
    ])
  })
})

test('edits made in two tabs of two devices while the server is dead meet once it is there again', async ({
  newDevice,
  world,
}) => {
  const userId = await world.newUser()
  const [one, other] = [await newDevice(), await newDevice()]
  const tabs = [
    ...(await openTwoTabs(one, world, userId)),
    ...(await openTwoTabs(other, world, userId)),
  ]
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
    await other.open({ baseURL: addressOf(world) })
    tabs.splice(2, 2, await other.tab('/lists'), await other.tab('/lists'))
    for (const page of tabs.slice(2)) {
      for (const name of made.slice(2)) {
        await expect(listLink(page, name)).toBeVisible({ timeout: FIRST_START_MS })
      }
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

const addressOf = (world: World) => `http://127.0.0.1:${world.port()}`

/** Two tabs at a user's lists, on a device that has all it needs to open them offline. */
async function openTwoTabs(device: Device, world: World, userId: string): Promise<[Page, Page]> {
  const context = await device.open({ baseURL: addressOf(world) })
  const [name = '', value = ''] = (await world.signIn(userId)).split(/=(.*)/s)
  const expires = Date.now() / 1000 + 3600
  await context.addCookies([{ name, value, expires, url: addressOf(world) }])
  const first = await device.tab('/about')
  await openLists(first)
  await untilReadyOffline(first)
  return [first, await device.tab('/lists')]
}
