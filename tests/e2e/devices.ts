import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  expect,
  type Page,
  test,
} from 'playwright/test'
import type { MutationName } from '#sync/contract/mutations.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { QueryName, QueryRowOf } from '#sync/contract/queries.ts'
import { WITH_PRIVATE_FILES } from './chromium-options.ts'

/** A browser with a profile on disk: it can be closed and reopened with its data. */
export interface Device {
  profile: string
  /** Starts the browser on the profile. */
  open(options?: Pick<BrowserContextOptions, 'baseURL' | 'serviceWorkers'>): Promise<BrowserContext>
  close(): Promise<void>
  /** A new tab at an address of the app. */
  tab(path: string): Promise<Page>
}

/** Creating the first local database takes many seconds on a busy machine, three at once up to minutes. */
export const FIRST_START_MS = 240_000

/** Creates devices, and deletes them after the test. */
export const deviceTest = test.extend<{ newDevice: () => Promise<Device> }>({
  // A profile has its own state: the default one would replace it at each opening.
  storageState: ({ baseURL: _ }, use) => use(undefined),
  serviceWorkers: ({ baseURL: _ }, use) => use('allow'),
  launchOptions: [WITH_PRIVATE_FILES.launchOptions, { scope: 'worker' }],
  newDevice: async ({ baseURL, launchOptions }, use) => {
    const devices: Device[] = []
    await use(async () => {
      const profile = await mkdtemp(join(tmpdir(), 'clinidex-profile-'))
      let context: BrowserContext | undefined
      const device: Device = {
        profile,
        async open(options) {
          context = await chromium.launchPersistentContext(profile, {
            ...launchOptions,
            baseURL,
            ...options,
            viewport: { width: 1440, height: 900 },
          })
          return context
        },
        async close() {
          const closing = context
          context = undefined
          // An answer on its way through a test's route has no page to go to.
          await closing?.unrouteAll({ behavior: 'ignoreErrors' }).finally(() => closing.close())
        },
        async tab(path) {
          const page = await (context ?? (await device.open())).newPage()
          await page.goto(path)
          return page
        },
      }
      devices.push(device)
      return device
    })
    for (const { close, profile } of devices) {
      await close()
      await rm(profile, { recursive: true, force: true })
    }
  },
})

/** Waits until the device has all it needs to open offline, and says so. */
export async function untilReadyOffline(page: Page): Promise<void> {
  await syncStatus(page).getByRole('button').click()
  const panel = page.getByRole('dialog', { name: 'Sync' })
  await expect(panel).toContainText('ready offline', { timeout: FIRST_START_MS })
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
}

/** Opens a screen and waits until the device's own database answers, not the fallback. */
export async function openWithDevice(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  // Not before: the document that is left may ask once more. Any tab of the browser may lead.
  await page.context().waitForEvent('request', {
    predicate: (request) => request.url().endsWith('/api/shapes/live'),
    timeout: FIRST_START_MS,
  })
  await expectSynced(page)
}

export const openLists = (page: Page) => openWithDevice(page, '/lists')

export const syncStatus = (page: Page) => page.getByRole('banner').getByRole('status')

export async function expectSynced(page: Page): Promise<void> {
  await expect(syncStatus(page)).toHaveText('Synced', { timeout: FIRST_START_MS })
}

export const listLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Creates a list through the screen; resolves when it is shown. */
export async function makeList(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create list' }).click()
  // Without a server it takes until the database is open.
  await expect(listLink(page, name)).toBeVisible({ timeout: FIRST_START_MS })
}

export const uniqueName = (start: string) => `${start} ${crypto.randomUUID().slice(0, 8)}`

/** The signed-in account. */
export async function userIdOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/me')
  return ((await answer.json()) as { user: { id: string } }).user.id
}

/** The server's rows of a query without args. */
export async function rowsOnServer<N extends QueryName>(
  page: Page,
  query: N,
): Promise<QueryRowOf<N>[]> {
  const user_id = await userIdOf(page)
  const data = { version: CONTRACT_VERSION, user_id, args: {} }
  const answer = await page.request.post(`/api/queries/${query}`, { data })
  return ((await answer.json()) as { rows: QueryRowOf<N>[] }).rows
}

/** The names of the lists on the server. */
export async function listsOnServer(page: Page): Promise<string[]> {
  return (await rowsOnServer(page, 'lists.all')).map(({ name }) => name)
}

/** Ids of people in the directory. */
export async function peopleIn(page: Page, count: number): Promise<string[]> {
  const data = { filters: {}, page: 1, limit: count, selectAll: true }
  const answer = await page.request.post('/api/search', { data })
  const { data: people } = (await answer.json()) as { data: { id: string }[] }
  return people.slice(0, count).map(({ id }) => id)
}

/** Pushes mutations for the user from outside of any of the user's devices. */
export async function pushToServer(
  page: Page,
  mutations: readonly (readonly [name: MutationName, args: object])[],
): Promise<void> {
  const data = {
    version: CONTRACT_VERSION,
    user_id: await userIdOf(page),
    mutations: mutations.map(([name, args]) => ({
      id: crypto.randomUUID(),
      name,
      args,
      created_at: new Date().toISOString(),
    })),
  }
  const answer = await page.request.post('/api/mutations', { data })
  const { results } = (await answer.json()) as { results: { status: string }[] }
  expect(results.filter(({ status }) => status !== 'applied')).toEqual([])
}

/**
 * The live requests open at present, of every tab and its workers, and their maximum so far. The end of
 * a replaced request is reported after its successor has begun: each is counted until its answer ends.
 */
export function openLiveRequests(context: BrowserContext): {
  open: ReadonlySet<unknown>
  most(): number
} {
  const open = new Set<unknown>()
  let most = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/shapes/live')) open.add(request)
  })
  context.on('requestfinished', (request) => {
    if (open.has(request)) most = Math.max(most, open.size)
    open.delete(request)
  })
  context.on('requestfailed', (request) => void open.delete(request))
  return { open, most: () => Math.max(most, open.size) }
}

/** Pauses the page, but not its workers. @returns the function that resumes it. */
export async function halt(page: Page): Promise<() => Promise<void>> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Debugger.enable')
  await debug.send('Debugger.pause')
  return async () => {
    await debug.send('Debugger.resume')
    await debug.detach()
  }
}
