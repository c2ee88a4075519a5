import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { openUserOutbox } from '#sync/client/outbox/open-user-outbox.ts'
import type { OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import { StatusBoard, type SyncStatus } from '#sync/client/status.ts'
import { wait } from '#sync/client/wait.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { soon } from '#tests/support/soon.ts'
import type { DeviceMessage, Method } from './device-calls.ts'
import { runDevice } from './run-device.ts'
import { openTabReplica, type TabReplica } from './tab-replica.ts'

vi.mock('./run-device.ts', () => ({ runDevice: vi.fn() }))
vi.mock('#sync/client/outbox/open-user-outbox.ts', () => ({ openUserOutbox: vi.fn() }))

let replica: TabReplica
let others: BroadcastChannel
let asked: Method[]
let calls: (DeviceMessage & { kind: 'call' })[]
let loseLock: () => void
/** How the lock was asked for. */
let requests: LockOptions[]

beforeEach(() => {
  asked = []
  calls = []
  requests = []
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  let isHeld = false
  const request = async (_: string, options: LockOptions, hold: () => Promise<void>) => {
    requests.push(options)
    if (options.steal) return hold()
    // The lock is granted once; later requests wait.
    if (isHeld) return aborted(options.signal)
    isHeld = true
    const stolen = new Promise((_, reject) => {
      loseLock = () => reject(new DOMException('Stolen.', 'AbortError'))
    })
    return Promise.race([hold(), stolen])
  }
  vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: [] }) } })
})
afterEach(() => {
  replica.close()
  others.close()
  vi.unstubAllGlobals()
  vi.mocked(openUserOutbox).mockReset()
})

/** Rejects once the signal aborts, as the wait for a lock does. */
function aborted(signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

function open() {
  const userId = crypto.randomUUID()
  others = new BroadcastChannel(deviceName(userId))
  others.onmessage = (event) => {
    const message = (event as MessageEvent<DeviceMessage>).data
    if (message.kind !== 'call') return
    asked.push(message.method)
    calls.push(message)
  }
  replica = openTabReplica(userId)
}

const answer = (message: DeviceMessage) => others.postMessage(message)

it('a tab that loses the lead reads again what its own device may have answered', async () => {
  const stopDevice = vi.fn()
  vi.mocked(runDevice).mockReturnValue(stopDevice)
  open()
  const onTables = vi.fn(() => expect(stopDevice).toHaveBeenCalledOnce())
  replica.onTables(onTables)
  void replica.query('lists.all', {})
  await soon(() => expect(runDevice).toHaveBeenCalled())
  await soon(() => expect(asked).toEqual(['status', 'query']))
  loseLock()
  await soon(() => expect(onTables).toHaveBeenCalledExactlyOnceWith(null))
  await soon(() => expect(asked).toEqual(['status', 'query', 'status', 'query', 'status']))
})

it('a device that takes over before the first one has answered is asked again, too', async () => {
  vi.mocked(runDevice).mockReturnValue(() => undefined)
  open()
  const onTables = vi.fn()
  replica.onTables(onTables)
  others.postMessage({ kind: 'ready' } satisfies DeviceMessage)
  others.postMessage({ kind: 'ready' } satisfies DeviceMessage)
  await soon(() => expect(onTables).toHaveBeenCalledExactlyOnceWith(null))
})

it('reads that wait for the first device are asked once of it, and again of the next one', async () => {
  vi.mocked(runDevice).mockReturnValue(() => undefined)
  open()
  const onTables = vi.fn()
  replica.onTables(onTables)
  const rows = replica.query('lists.all', {})
  await soon(() => expect(asked).toEqual(['status', 'query']))
  others.postMessage({ kind: 'ready' } satisfies DeviceMessage)
  await soon(() => expect(asked).toEqual(['status', 'query', 'status', 'query', 'status']))
  const { from = '', id = 0 } = calls.find(({ method }) => method === 'query') ?? {}
  answer({ kind: 'answer', to: from, id, value: [] })
  expect(await rows).toEqual([])
  expect(onTables).not.toHaveBeenCalled()
  others.postMessage({ kind: 'ready' } satisfies DeviceMessage)
  await soon(() => expect(onTables).toHaveBeenCalledExactlyOnceWith(null))
})

it('an edit of a slow device waits for it where the code of the outbox cannot be loaded', async () => {
  vi.mocked(runDevice).mockReturnValue(() => undefined)
  vi.doMock('#sync/client/outbox/add-to-outbox.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  open()
  const edit = replica.mutate('lists.rename', {
    id: crypto.randomUUID(),
    name: 'Night nurses',
    previous: 'Nurses',
  })
  await soon(() => expect(asked.filter((method) => method === 'mutate')).toHaveLength(2))
  const [first, again] = calls.filter(({ method }) => method === 'mutate')
  expect(again).toEqual(first)
  const { from = '', id = 0, args = [] } = first ?? {}
  answer({ kind: 'answer', to: from, id, value: { id: args[2] } })
  expect(await edit).toEqual({ id: args[2] })
  vi.doUnmock('#sync/client/outbox/add-to-outbox.ts')
})

it.each([
  ['an older build’s, which does not say so', undefined, true],
  ['an older build’s', CONTRACT_VERSION - 1, true],
  ['this build’s, which the server refuses, too', CONTRACT_VERSION, false],
])(
  'the lead is taken from a device that is too old for the server: %s',
  async (_, version, isTaken) => {
    vi.mocked(runDevice)
      .mockReset()
      .mockReturnValue(() => undefined)
    // Its code tells the version of this build: loading it takes its time.
    await import('./server-device.ts')
    // In view, the tab would take the lead from one that answers no ping.
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }))
    // Another tab leads.
    void navigator.locks.request('', {}, () => new Promise(() => undefined))
    open()
    const status = { ...new StatusBoard().status, state: 'offline', need: 'update', version }
    others.postMessage({ kind: 'status', status } as DeviceMessage)
    const told = vi.fn()
    replica.onStatus(told)
    await soon(() => expect(told).toHaveBeenCalled())
    // What is not taken is not taken in a while.
    if (!isTaken) await wait(50)
    await soon(() => expect(requests.some(({ steal }) => steal)).toBe(isTaken))
    await soon(() => expect(runDevice).toHaveBeenCalledTimes(isTaken ? 1 : 0))
  },
)

const edit = () =>
  replica.mutate('lists.rename', {
    id: crypto.randomUUID(),
    name: 'Night nurses',
    previous: 'Nurses',
  })

it('an edit of a slow device waits for it where the disk is full', async () => {
  vi.mocked(runDevice).mockReturnValue(() => undefined)
  const close = vi.fn()
  const add = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'))
  vi.mocked(openUserOutbox).mockResolvedValue({ add, close } as unknown as OutboxStore)
  open()
  const edited = edit()
  await soon(() => expect(asked.filter((method) => method === 'mutate')).toHaveLength(2))
  expect(close).toHaveBeenCalledOnce()
  const { from = '', id = 0, args = [] } = calls.find(({ method }) => method === 'mutate') ?? {}
  answer({ kind: 'answer', to: from, id, value: { id: args[2] } })
  expect(await edited).toEqual({ id: args[2] })
})

it('an edit under way at a sign-out brings nothing back to the disk', async () => {
  vi.mocked(runDevice).mockReturnValue(() => undefined)
  open()
  const edited = edit()
  replica.close()
  await expect(edited).rejects.toMatchObject({ code: 'authentication_required' })
  expect(openUserOutbox).not.toHaveBeenCalled()
})

it('an edit that is kept while its user signs out makes no outbox, and is told of the end', async () => {
  vi.mocked(runDevice).mockReturnValue(() => undefined)
  const add = vi.fn()
  const close = vi.fn()
  vi.mocked(openUserOutbox).mockImplementation(async (_, signal) => {
    replica.close()
    expect(signal?.aborted).toBe(true)
    return { add, close } as unknown as OutboxStore
  })
  open()
  await expect(edit()).rejects.toMatchObject({ code: 'authentication_required' })
  expect(add).not.toHaveBeenCalled()
  expect(close).toHaveBeenCalledOnce()
})

it('a device that begins is asked how it is: the last word of the one before may come later', async () => {
  vi.mocked(runDevice).mockReturnValue(() => undefined)
  open()
  await soon(() => expect(asked).toEqual(['status']))
  answer({ kind: 'answer', to: 'another tab', id: 1 })
  others.postMessage({ kind: 'ready' } satisfies DeviceMessage)
  await soon(() => expect(asked).toEqual(['status', 'status', 'status']))
})

it('rows come with the status of the device that read them, whatever another said last', async () => {
  vi.mocked(runDevice).mockReturnValue(() => undefined)
  open()
  const statuses: SyncStatus[] = []
  replica.onStatus((status) => statuses.push(status))
  const { status: starting } = new StatusBoard()
  const live: SyncStatus = { ...starting, state: 'live', isComplete: true }
  const beginning: SyncStatus = { ...starting, state: 'first_sync' }
  const rows = replica.query('lists.all', {})
  await soon(() => expect(asked).toContain('query'))
  const { from = '', id = 0 } = calls.find(({ method }) => method === 'query') ?? {}
  others.postMessage({ kind: 'status', status: beginning } satisfies DeviceMessage)
  others.postMessage({ kind: 'status', status: live } satisfies DeviceMessage)
  answer({ kind: 'answer', to: from, id, status: beginning, value: [] })
  // The device that is taken over from answers last, and is not heard any more.
  answer({ kind: 'answer', to: from, id, status: live, value: ['a list'] })
  expect(await rows).toEqual([])
  expect(statuses.at(-1)).toEqual(beginning)
  await wait(50)
  expect(statuses).toEqual([beginning, live, beginning])
})

it('an answer that changes no status is no news: who asks again at each would ask for ever', async () => {
  vi.mocked(runDevice).mockReturnValue(() => undefined)
  open()
  const { status } = new StatusBoard()
  const rereads = vi.fn(() => void replica.pending())
  replica.onStatus(rereads)
  others.postMessage({ kind: 'status', status } satisfies DeviceMessage)
  await soon(() => expect(asked).toContain('pending'))
  const { from = '', id = 0 } = calls.find(({ method }) => method === 'pending') ?? {}
  answer({ kind: 'answer', to: from, id, status: { ...status }, value: [] })
  await wait(50)
  expect(rereads).toHaveBeenCalledOnce()
  const changed = { ...status, pending: 1 }
  answer({ kind: 'answer', to: from, id: 1, status: changed, value: changed })
  await soon(() => expect(rereads).toHaveBeenCalledTimes(2))
})
