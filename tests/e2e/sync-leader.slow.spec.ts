import { expect, type Page } from 'playwright/test'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { amount } from '#tests/support/amount.ts'
import { signInAs } from './accounts.ts'
import {
  type Device,
  expectSynced,
  FIRST_START_MS,
  halt,
  listLink,
  listsOnServer,
  makeList,
  openLists,
  deviceTest as test,
  uniqueName,
  userIdOf,
} from './devices.ts'

/** How often the leader is killed; `npm run test:browser` does it 100 times. */
const KILLS = Number(process.env.LEADER_KILLS ?? amount(4, 8))

/** Longest that an edit may wait for its acknowledgement. Beside other tests everything takes longer. */
const HANG_MS = Number(process.env.HANG_MS ?? 60_000)

/** Longest that a frozen tab may keep the lead: after 2 s of silence it loses it. */
const TAKEOVER_MS = Number(process.env.TAKEOVER_MS ?? FIRST_START_MS)

test.describe.configure({ timeout: 4 * FIRST_START_MS + KILLS * 20_000 })

test('no edit is lost and none hangs while the leading tab is killed again and again', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const tabs: Page[] = await threeTabs(device)
  const made: string[] = []
  const times: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    // The oldest tab leads: the lock passes on in the order of requests.
    const leader = tabs.shift()
    const editor = tabs[0]
    if (!leader || !editor) throw new Error('No tab is left.')
    const [before, at] = [uniqueName(`Before kill ${kill}`), uniqueName(`At kill ${kill}`)]
    // Half of the leaders are killed with an open database, half while it opens.
    if (kill % 2 === 0) await expectSynced(editor)
    await nameList(editor, before)
    times.push(await acknowledgement(editor))
    await nameList(editor, at)
    const end = kill % 4 < 2 ? await crasherOf(leader) : () => leader.close()
    const gone = end()
    times.push(await acknowledgement(editor))
    await gone
    made.push(before, at)
    tabs.push(await device.tab('/lists'))
  }
  const [last] = tabs
  if (!last) throw new Error('No tab is left.')
  for (const name of made) {
    await expect(listLink(last, name)).toBeVisible({ timeout: FIRST_START_MS })
  }
  await expectSynced(last)
  const kept = await listsOnServer(last)
  expect(made.filter((name) => kept.filter((other) => other === name).length !== 1)).toEqual([])
  times.sort((a, b) => a - b)
  const [longest = Infinity] = times.slice(-1)
  test.info().annotations.push({
    type: `acknowledged beside ${KILLS} kills`,
    description: `median ${times[times.length >> 1]} ms, longest ${longest} ms of ${times.length}`,
  })
  expect(longest).toBeLessThanOrEqual(HANG_MS)
})

test('a tab that stands still loses the lead, and writes nothing when it goes on', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const [leader, second, third] = await threeTabs(device)
  // The page is frozen; its worker does not know, and the other tabs still ask it.
  const lock = deviceName(await userIdOf(second))
  const takeover = takeoverSeenBy(second, lock, await holderOf(second, lock))
  const goOn = await halt(leader)
  const takeoverMs = await takeover
  test.info().annotations.push({
    type: 'lead of a tab that stands still taken over',
    description: `after ${takeoverMs} ms`,
  })
  expect(takeoverMs).toBeLessThanOrEqual(TAKEOVER_MS)
  const pushes: string[] = []
  leader.on('request', (request) => {
    if (request.url().endsWith('/api/mutations')) pushes.push(request.url())
  })
  const during = ['one', 'two'].map((number) => uniqueName(`During ${number}`))
  for (const name of during) {
    await makeList(third, name)
    await expect(listLink(second, name)).toBeVisible()
  }
  await expectSynced(third)

  await goOn()
  await expect.poll(() => leader.workers()).toEqual([])
  for (const name of during) {
    await expect(listLink(leader, name)).toBeVisible({ timeout: FIRST_START_MS })
  }
  const after = uniqueName('After')
  await makeList(leader, after)
  for (const page of [second, third]) await expect(listLink(page, after)).toBeVisible()
  await expectSynced(third)
  expect(pushes).toEqual([])
  const kept = await listsOnServer(third)
  for (const name of [...during, after]) {
    expect(kept.filter((other) => other === name)).toEqual([name])
  }
})

test('a tab that is put to sleep hands the lead over, and goes on with the others when it wakes', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const [leader, second, third] = await threeTabs(device)
  // Headless Chromium freezes no tab: this one gets the event, and is paused.
  await leader.evaluate(() => void document.dispatchEvent(new Event('freeze')))
  await expect.poll(async () => (await leads(second)) || (await leads(third))).toBe(true)
  const wake = await halt(leader)
  const name = uniqueName('While it sleeps')
  await makeList(second, name)
  await expect(listLink(third, name)).toBeVisible()
  await wake()
  await leader.evaluate(() => void document.dispatchEvent(new Event('resume')))
  await expect(listLink(leader, name)).toBeVisible({ timeout: FIRST_START_MS })
  const after = uniqueName('After it slept')
  await makeList(leader, after)
  await expect(listLink(second, after)).toBeVisible()
})

async function threeTabs(device: Device): Promise<[Page, Page, Page]> {
  const first = await device.tab('/')
  await signInAs(first, 'admin')
  await openLists(first)
  await expect.poll(() => leads(first)).toBe(true)
  return [first, await device.tab('/lists'), await device.tab('/lists')]
}

/** Whether the tab holds the leader's lock. */
async function leads(page: Page): Promise<boolean> {
  const device = deviceName(await userIdOf(page))
  return page.evaluate((device) => {
    const own = crypto.randomUUID()
    return navigator.locks.request(own, async () => {
      const { held = [] } = await navigator.locks.query()
      const holderOf = (name: string) => held.find((lock) => lock.name === name)?.clientId
      return holderOf(device) === holderOf(own)
    })
  }, device)
}

/** The client that holds a lock. */
const holderOf = (page: Page, lock: string): Promise<string | undefined> =>
  page.evaluate(async (lock) => {
    const { held = [] } = await navigator.locks.query()
    return held.find(({ name }) => name === lock)?.clientId
  }, lock)

/** Milliseconds from now until another client holds the lock. */
const takeoverSeenBy = (page: Page, lock: string, before: string | undefined): Promise<number> =>
  page.evaluate(
    async ({ lock, before }) => {
      const startedAt = performance.now()
      for (;;) {
        const { held = [] } = await navigator.locks.query()
        const now = held.find(({ name }) => name === lock)?.clientId
        if (now !== undefined && now !== before) return Math.round(performance.now() - startedAt)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    { lock, before },
  )

/** Prepares to have the browser kill the tab's process. */
async function crasherOf(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  return async () => {
    const crashed = page.waitForEvent('crash')
    session.send('Page.crash').catch(() => undefined)
    await crashed
    await page.close()
  }
}

async function nameList(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
}

/** Milliseconds from pressing "Create list" until the dialog closes, by the page's clock. */
function acknowledgement(page: Page): Promise<number> {
  return page.getByRole('button', { name: 'Create list' }).evaluate(
    (button: HTMLElement) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now()
        const changes = new MutationObserver(() => {
          if (button.isConnected) return
          changes.disconnect()
          resolve(Math.round(performance.now() - startedAt))
        })
        changes.observe(document.body, { childList: true, subtree: true })
        button.click()
      }),
  )
}
