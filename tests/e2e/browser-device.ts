import { type Browser, type BrowserContext, expect, type Page } from 'playwright/test'
import type { PendingMutation } from '#sync/client/outbox/pending-mutation.ts'
import type { SyncStatus } from '#sync/client/status.ts'
import type { openTabReplica, TabReplica } from '#sync/client/tab/tab-replica.ts'
import { AppError, type ErrorCode } from '#sync/contract/errors.ts'
import type { QueryName } from '#sync/contract/queries.ts'
import { act, type DeviceActions, star } from '#tests/chaos/act.ts'
import { openFaultProxy } from '#tests/chaos/fault-proxy.ts'
import { type Player, promisedBy } from '#tests/chaos/play.ts'
import type { World } from '#tests/chaos/world.ts'
import { FIRST_START_MS } from './devices.ts'
import { BLANK, builtScript, openFrontDoor } from './front-door.ts'

declare global {
  var device: { replica: TabReplica; status?: SyncStatus }
}

/** A user's device in a browser, on pages that show only its rows, behind a fault proxy. */
export interface BrowserDevice extends Player {
  /** A recruiter's actions, in the newest tab. */
  actions: DeviceActions
  state(): Promise<{ status: SyncStatus | undefined; pending: PendingMutation[] }>
  /** A query's answer as JSON. */
  answer(query: QueryName, args?: unknown): Promise<string>
  discard(id: string): Promise<void>
  close(): Promise<void>
}

const TABS = 2

/** Resolves when the device's own database answers. */
export async function openBrowserDevice(
  browser: Browser,
  world: World,
  userId: string,
): Promise<BrowserDevice> {
  const proxy = await openFaultProxy(world.port)
  const door = await openFrontDoor(proxy.url)
  const context = await browser.newContext({ baseURL: door.url, storageState: undefined })
  const tabs = deviceTabs(context, await builtScript('tab-replica'), userId)

  await signIn(context, door.url, world, userId)
  const live = context.waitForEvent('request', {
    predicate: (request) => request.url().endsWith('/api/shapes/live'),
    timeout: FIRST_START_MS,
  })
  await tabs.open()
  await live
  const { newest } = tabs
  const actions = actionsIn(newest, userId)
  const injectFault = faultsIn(context)

  return {
    proxy,
    actions,
    act: (seed, own) => promisedBy(actions, (device) => act(device, world.people, seed, own)),
    star: (isStarred) => promisedBy(actions, (device) => star(device, world.people, isStarred)),
    async crash(seed) {
      // Crashes the oldest tab, which leads; the newest one works on.
      const [promised] = await Promise.all([
        promisedBy(actions, (device) => act(device, world.people, seed)),
        tabs.closeOldest(),
      ])
      await tabs.open()
      return promised
    },
    async state() {
      return newest().evaluate(async () => ({
        status: device.status,
        pending: await device.replica.pending(),
      }))
    },
    answer: (query, args = {}) => answer(newest(), query, args),
    discard: (id) => newest().evaluate((id) => device.replica.discard(id), id),
    flush: () => newest().evaluate(() => device.replica.flush()),
    async renewSession() {
      await signIn(context, door.url, world, userId)
      await newest().evaluate(() => device.replica.resume())
    },
    setDiskFull: (isFull) => injectFault({ isFull }),
    turnClock: (hours) => injectFault({ hours }),
    async reopen() {
      await tabs.closeAll()
      await tabs.open()
    },
    async close() {
      await context.close()
      await door.close()
      await proxy.close()
    },
  }
}

/** The device's tabs: the oldest one leads. */
function deviceTabs(context: BrowserContext, script: string, userId: string) {
  const pages: Page[] = []
  return {
    newest: () => pages.at(-1) as Page,
    /** Opens as many as are missing. */
    async open(): Promise<void> {
      while (pages.length < TABS) pages.push(await openTab(context, script, userId))
    },
    async closeOldest(): Promise<void> {
      await pages.shift()?.close()
    },
    async closeAll(): Promise<void> {
      await Promise.all(pages.splice(0).map((page) => page.close()))
    },
  }
}

async function openTab(context: BrowserContext, script: string, userId: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(BLANK)
  await page.evaluate(
    async ([script, userId]) => {
      const module = (await import(script)) as { readonly openTabReplica: typeof openTabReplica }
      const replica = module.openTabReplica(userId)
      globalThis.device = { replica }
      replica.onStatus((status) => {
        globalThis.device.status = status
      })
    },
    [script, userId] as const,
  )
  return page
}

function actionsIn(tab: () => Page, userId: string): DeviceActions {
  return {
    userId,
    query: (async (query, args) =>
      JSON.parse(await answer(tab(), query, args))) as DeviceActions['query'],
    async mutate(name, args) {
      const done = await tab().evaluate(
        ([name, args]) =>
          device.replica
            .mutate(name as 'lists.create', args as never)
            .catch((fault) => ({ refusal: String(fault.code ?? fault.name) })),
        [name as string, args as unknown] as const,
      )
      return accepted(done)
    },
  }
}

interface InjectedFaults {
  /** How far its clock has been turned. */
  hours: number
  isFull: boolean
}

/** @returns injects these faults beside those before. */
function faultsIn(context: BrowserContext): (more: Partial<InjectedFaults>) => Promise<void> {
  const injected: InjectedFaults = { hours: 0, isFull: false }
  return async (more) => {
    Object.assign(injected, more)
    // From another page: a BroadcastChannel does not deliver to its sender.
    const page = await context.newPage()
    await page.goto(BLANK)
    await page.evaluate((injected) => {
      new BroadcastChannel('misfortunes').postMessage(injected)
    }, injected)
    await page.close()
  }
}

async function signIn(
  context: BrowserContext,
  url: string,
  world: World,
  userId: string,
): Promise<void> {
  const [name = '', value = ''] = (await world.signIn(userId)).split(/=(.*)/s)
  await context.addCookies([{ name, value, url }])
}

async function answer(page: Page, query: QueryName, args: unknown): Promise<string> {
  const done = await page.evaluate(
    ([query, args]) =>
      device.replica.query(query as 'lists.all', args as never).then(
        (rows) => ({ text: JSON.stringify(rows) }),
        (fault) => ({ refusal: String(fault.code ?? fault.name) }),
      ),
    [query as string, args] as const,
  )
  return accepted(done).text
}

/** @throws AppError the refusal on the page: errors lose their class on the way from it. */
function accepted<T extends object>(done: T | { refusal: string }): T {
  if ('refusal' in done) throw new AppError(done.refusal as ErrorCode, done.refusal)
  return done
}

/** Waits until nothing is pending and everything has arrived; rejected mutations are discarded. */
export async function expectQuiet(device: BrowserDevice): Promise<void> {
  await expect
    .poll(
      async () => {
        const { status, pending } = await device.state()
        for (const { id, state } of pending) {
          if (state.kind === 'rejected') await device.discard(id)
        }
        return { state: status?.state, need: status?.need, pending: pending.length }
      },
      { timeout: FIRST_START_MS },
    )
    .toEqual({ state: 'live', need: null, pending: 0 })
}
