import { expect, type Page } from 'playwright/test'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { signInAs, signUpNewUser, subscribe } from './accounts.ts'
import {
  expectSynced,
  FIRST_START_MS,
  listLink,
  listsOnServer,
  makeList,
  openLists,
  peopleIn,
  pushToServer,
  syncStatus,
  deviceTest as test,
  uniqueName,
  untilReadyOffline,
  userIdOf,
} from './devices.ts'
import { firstPaintOf } from './sealed.ts'
import { card, cards, searchField, ZENOBIA } from './search-page.ts'
import { gate } from './time.ts'

test.describe.configure({ timeout: 4 * FIRST_START_MS })

const NEWER = 'pglite-newer.wasm'

/** Makes a tab a leader that is awake, and has not opened its database yet. */
async function leadWithoutRows(page: Page, lock: string): Promise<void> {
  await page.evaluate((lock) => {
    const pulse = new BroadcastChannel(`${lock}.pulse`)
    pulse.onmessage = ({ data }) => {
      if (data === 'ping') pulse.postMessage('pong')
    }
    void navigator.locks.request(lock, () => new Promise(() => undefined))
  }, lock)
}

test('a warm start shows the lists and the first people of the last one before any device answers, with no network too', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const page = await device.tab('/')
  await signInAs(page, 'monthly')
  const name = uniqueName('Shown at once')
  const id = crypto.randomUUID()
  const candidate_ids = await peopleIn(page, 60)
  await pushToServer(page, [
    ['lists.create', { id, name }],
    ['members.add', { list_id: id, candidate_ids }],
  ])
  await openLists(page)
  await untilReadyOffline(page)
  const row = (page: Page) => page.getByRole('row', { name })
  await expect(row(page).getByRole('cell').nth(1)).toHaveText('60')
  await listLink(page, name).click()
  const members = (page: Page) => page.getByRole('list', { name: 'Healthcare workers' })
  await expect(members(page).getByRole('listitem')).toHaveCount(60)
  // How fresh contacts are, which stands behind, the server alone knows.
  const first = async (page: Page) => {
    const text = await members(page).getByRole('listitem').first().textContent()
    return text?.split('View contact')[0]
  }
  const before = await first(page)
  await expect.poll(() => firstPaintOf(page, 'lists.all')).toContain(name)
  await expect.poll(() => firstPaintOf(page, 'lists.one')).toContain(id)
  await expect.poll(() => firstPaintOf(page, 'lists.members')).toContain(id)
  const lock = deviceName(await userIdOf(page))
  await device.close()

  const context = await device.open()
  await context.setOffline(true)
  const slow = await device.tab('/about')
  await leadWithoutRows(slow, lock)
  const again = await device.tab('/lists')
  await expect(row(again).getByRole('cell').nth(1)).toHaveText('60')
  await expect(syncStatus(again)).toHaveText('Offline')
  await again.goto(`/lists/${id}`)
  await expect(again.getByText('60 healthcare workers')).toBeVisible()
  await expect(members(again).getByRole('listitem')).toHaveCount(50)
  expect(await first(again)).toBe(before)

  await slow.close()
  await context.setOffline(false)
  await expectSynced(again)
  await expect(members(again).getByRole('listitem')).toHaveCount(60)
})

test('a warm start shows the lists of a team in its group before any device answers', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const page = await device.tab('/')
  await signUpNewUser(page, { name: 'Ana' })
  await subscribe(page)
  const made = await page.request.post('/api/teams', { data: { name: 'Night desk' } })
  const { id: owner } = (await made.json()) as { id: string }
  const [own, shared] = [crypto.randomUUID(), crypto.randomUUID()]
  await openLists(page)
  await pushToServer(page, [
    ['lists.create', { id: own, name: 'Own picks' }],
    ['lists.create', { owner, id: shared, name: 'Shared picks' }],
  ])
  await untilReadyOffline(page)
  const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const expectGroups = async (page: Page) => {
    await expect(
      group(page, 'Mine').getByRole('link', { name: 'Own picks', exact: true }),
    ).toBeVisible()
    await expect(group(page, 'Night desk').getByText('by you').last()).toBeVisible()
  }
  await expectGroups(page)
  await expect.poll(() => firstPaintOf(page, 'teams.mine')).toContain('Night desk')
  await expect.poll(() => firstPaintOf(page, 'teams.names')).toContain('Ana')
  await expect.poll(() => firstPaintOf(page, 'lists.all')).toContain('Shared picks')
  const lock = deviceName(await userIdOf(page))
  await device.close()

  const context = await device.open()
  await context.setOffline(true)
  await device.tab('/about').then((leader) => leadWithoutRows(leader, lock))
  const again = await device.tab('/lists')
  await expectGroups(again)
  await expect(syncStatus(again)).toHaveText('Offline')
})

test('no page waits for the rows: with their files on the way for ever all of them are of use', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const context = await device.open({ serviceWorkers: 'block' })
  let held = 0
  await context.route(/\/assets\/(replica\/.*|.*\.(wasm|data))$/, () => {
    held += 1
  })
  const page = await device.tab('/')
  await signInAs(page, 'monthly')
  await page.goto('/lists')
  const name = uniqueName('Made without rows')
  await makeList(page, name)
  expect(held).toBeGreaterThan(0)
  await expect.poll(() => listsOnServer(page)).toContain(name)

  // The tab keeps waiting for them.
  await page.getByRole('navigation').getByRole('link', { name: 'Search' }).first().click()
  await expect(cards(page)).toHaveCount(25)
  await searchField(page).fill('zenobia')
  await expect(card(page, ZENOBIA)).toBeVisible()
  await expect(cards(page)).toHaveCount(1)

  const before = held
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // After some time without input it begins to open the replica.
  await expect.poll(() => held, { timeout: FIRST_START_MS }).toBeGreaterThan(before)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  await expect(cards(page)).toHaveCount(25)
})

test('a build with another database makes the rows anew and keeps the unsent work', async ({
  newDevice,
}) => {
  const device = await newDevice()
  // Its cache would answer instead of the newer build.
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

  // The name of its file identifies a PGlite build.
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
  // While the older tab leads, its device serves the newer page.
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

/** The databases in the private file system, by build. */
async function databasesOf(page: Page): Promise<string[]> {
  const folder = deviceName(await userIdOf(page))
  return page.evaluate(async (folder) => {
    const root = await navigator.storage.getDirectory()
    const names = await Array.fromAsync((await root.getDirectoryHandle(folder)).keys())
    return names.filter((name) => /\.\d+$/.test(name))
  }, folder)
}

test('what was seen before the rows were here stays when the network goes, and can be changed', async ({
  newDevice,
}) => {
  const device = await newDevice()
  const context = await device.open({ serviceWorkers: 'block' })
  // The rows never arrive: the fallback answers until there is a database.
  const opened = context.waitForEvent('request', {
    predicate: (request) => request.url().includes('/api/shapes/lists'),
    timeout: FIRST_START_MS,
  })
  const [rows, database] = [gate(), gate()]
  await context.route('**/api/shapes/**', async (route) => {
    await rows.opened
    await route.abort()
  })
  await context.route('**/*.wasm', async (route) => {
    await database.opened
    await route.continue()
  })
  const page = await device.tab('/')
  await signInAs(page, 'monthly')
  await page.goto('/lists')
  const [before, during] = [uniqueName('Seen before'), uniqueName('Made during')]
  const after = uniqueName('Made after')
  await makeList(page, before)
  database.open()
  await opened
  await makeList(page, during)
  await context.setOffline(true)
  rows.open()
  await makeList(page, after)
  await expect(syncStatus(page)).toContainText('waiting')
  for (const name of [before, during]) await expect(listLink(page, name)).toBeVisible()

  const waiting = async () =>
    Number.parseInt(((await syncStatus(page).textContent()) ?? '').replace(/\D+/, ''), 10)
  const waitingBefore = await waiting()
  await page.getByRole('button', { name: `Rename ${before}` }).click()
  await page.getByLabel(`New name of ${before}`).fill(`${before} anew`)
  await page.keyboard.press('Enter')
  await expect.poll(waiting).toBeGreaterThan(waitingBefore)
  await context.unroute('**/api/shapes/**')
  await context.setOffline(false)
  await expectSynced(page)
  const names = [`${before} anew`, during, after]
  for (const name of names) await expect(listLink(page, name)).toBeVisible()
  expect(await listsOnServer(page)).toEqual(expect.arrayContaining(names))
})

for (const { where, isRefused } of [
  { where: 'read in a second worker', isRefused: false },
  { where: 'read in the first worker where the second does not start', isRefused: true },
]) {
  test(`the rows of a long list come to a new device, ${where}`, async ({ newDevice }) => {
    const [device, other] = [await newDevice(), await newDevice()]
    const page = await device.tab('/')
    await signUpNewUser(page, { name: 'Ana' })
    await subscribe(page)
    const id = crypto.randomUUID()
    await pushToServer(page, [
      ['lists.create', { id, name: 'All of them' }],
      ['members.add', { list_id: id, candidate_ids: await peopleIn(page, 400) }],
    ])
    const context = await other.open()
    await context.addCookies(await page.context().cookies())
    await device.close()

    let asked = 0
    const hasAsked = new Promise<void>((resolve) => {
      void context.route('**/assets/replica/answer-worker-*.js', (route) => {
        asked += 1
        setTimeout(resolve, 500)
        // The service worker asks for it later, and is not ready without it.
        return isRefused && asked === 1 ? route.abort() : route.continue()
      })
    })
    // The worker has started, or could not, when the rows come.
    await context.route('**/api/shapes/list_members?*', async (route) => {
      await hasAsked
      await route.continue()
    })
    const faults: string[] = []
    context.on('page', (page) =>
      page.on('console', (message) => {
        if (message.text().startsWith('replica:')) faults.push(message.text())
      }),
    )
    const fresh = await other.tab('/lists')
    await expectSynced(fresh)
    const row = fresh.getByRole('row', { name: 'All of them' })
    await expect(row.getByRole('cell').nth(1)).toHaveText('400')
    await untilReadyOffline(fresh)
    await context.setOffline(true)
    await listLink(fresh, 'All of them').click()
    await expect(fresh.getByText('400 healthcare workers')).toBeVisible()
    await expect(
      fresh.getByRole('list', { name: 'Healthcare workers' }).getByRole('listitem').first(),
    ).toBeVisible()
    expect(faults).toEqual([])
  })
}
