import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { openMemoryOutbox } from '#sync/client/outbox/memory-outbox.ts'
import { openUserOutbox } from '#sync/client/outbox/open-user-outbox.ts'
import type { EntryState, OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import type { MutationName } from '#sync/contract/mutations.ts'
import type { PushRequest } from '#sync/contract/wire.ts'
import { soon } from '#tests/support/soon.ts'
import type { DeviceMessage, Method } from './device-calls.ts'
import { runServerDevice } from './server-device.ts'

vi.mock('#sync/client/outbox/open-user-outbox.ts', () => ({ openUserOutbox: vi.fn() }))

const LIST = { id: '00000000-0000-4000-8000-000000000001', name: 'A list' }
const REJECTED: EntryState = { kind: 'rejected', code: 'gone', message: 'This list is gone.' }

/** The server's answer to a push; it may throw, as a broken connection does. */
let answer: (push: PushRequest) => Response | Promise<Response>
/** The server's answer to a query. */
let rows: () => Response
let pushed: PushRequest['mutations'][]
let kept: OutboxStore
let tab: BroadcastChannel
let heard: DeviceMessage[]
let ending: AbortController
let lastId = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  pushed = []
  heard = []
  kept = openMemoryOutbox()
  rows = () => Response.json({ rows: [] })
  vi.mocked(openUserOutbox).mockImplementation(async () => kept)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path !== '/api/mutations') return rows()
    const push = JSON.parse(String(body)) as PushRequest
    pushed.push(push.mutations)
    return answer(push)
  })
})
afterEach(() => {
  ending.abort()
  tab.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A device of a user of its own: channels of other tests are not heard. */
async function start() {
  const userId = crypto.randomUUID()
  tab = new BroadcastChannel(deviceName(userId))
  tab.addEventListener('message', (event) => heard.push((event as MessageEvent).data))
  ending = new AbortController()
  await runServerDevice(userId, ending.signal)
}

function call(method: Method, ...args: unknown[]) {
  lastId += 1
  const id = lastId
  tab.postMessage({ kind: 'call', from: 'tab', id, method, args } satisfies DeviceMessage)
  return new Promise<DeviceMessage & { kind: 'answer' }>((resolve) => {
    tab.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<DeviceMessage>
      if (data.kind === 'answer' && data.id === id) resolve(data)
    })
  })
}

/** Puts a mutation into the outbox before the device opens. */
async function keep(id: string, name: MutationName, args: object, state?: EntryState) {
  await kept.add([{ id, name, args, created_at: '2026-01-01T00:00:00.000Z' }])
  if (state) await kept.setStates(new Map([[id, state]]))
}

const unapplied = async () => (await kept.readAll()).filter(({ state }) => state.kind !== 'applied')

const results = (push: PushRequest, result: object) =>
  Response.json({ results: push.mutations.map(({ id }) => ({ id, ...result })) })
const applied = (push: PushRequest) =>
  results(push, { status: 'applied', txid: 1, tables: ['lists'] })
const refused = (push: PushRequest) =>
  results(push, { status: 'rejected', code: 'gone', message: 'This list is gone.' })
function unreachable(): Response {
  throw new TypeError('Failed to fetch')
}
const namesPushed = () => pushed.flat().map(({ name }) => name)

it('sends an edit, forgets it once it is done, and has what it changed read again', async () => {
  answer = applied
  await start()
  expect((await call('mutate', 'lists.create', LIST, 'an id')).value).toEqual({ id: 'an id' })
  await soon(async () => expect(await unapplied()).toEqual([]))
  expect(pushed.flat().map(({ id }) => id)).toEqual(['an id'])
  await soon(() => expect(heard).toContainEqual({ kind: 'tables', tables: ['lists'] }))
})

it('keeps what the server applied for the device that takes over, for a minute or two', async () => {
  answer = applied
  await start()
  await call('mutate', 'lists.create', LIST, 'an id')
  const state = { kind: 'applied', txid: 1, tables: ['lists'] }
  await soon(async () => expect(await kept.readAll()).toMatchObject([{ id: 'an id', state }]))
  expect((await call('status')).value).toMatchObject({ pending: 0, rejected: 0 })
  expect((await call('pending')).value).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await kept.readAll()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await soon(async () => expect(await kept.readAll()).toEqual([]))
})

it('keeps an edit that does not reach the server, and sends it later', async () => {
  answer = unreachable
  await start()
  expect((await call('mutate', 'lists.create', LIST, 'an id')).value).toEqual({ id: 'an id' })
  expect(await kept.readAll()).toMatchObject([{ id: 'an id', state: { kind: 'waiting' } }])
  answer = applied
  await call('flush')
  await soon(async () => expect(await unapplied()).toEqual([]))
})

it('a read waits for the edits before it, made here or kept by a tab', async () => {
  const created = new Set<string>()
  rows = () => Response.json({ rows: [...created].map((id) => ({ id })) })
  let release = () => {}
  answer = async (push) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    for (const { id } of push.mutations) created.add(id)
    return applied(push)
  }
  await start()
  await call('mutate', 'lists.create', LIST, 'made here')
  const first = call('query', 'lists.all', {})
  await soon(() => expect(pushed).toHaveLength(1))
  release()
  expect((await first).value).toEqual([{ id: 'made here' }])

  const { readAll } = kept
  kept.readAll = () => new Promise((resolve) => setTimeout(() => resolve(readAll()), 20))
  await keep('kept by a tab', 'lists.create', { ...LIST, id: LIST.id.replace('1', '2') })
  void call('adopt')
  const second = call('query', 'lists.all', {})
  await soon(() => expect(pushed).toHaveLength(2))
  release()
  expect((await second).value).toEqual([{ id: 'made here' }, { id: 'kept by a tab' }])
})

it('sends at the next look what a tab kept and could not say any more', async () => {
  answer = applied
  await start()
  await keep('unheard', 'lists.create', LIST)
  await call('flush')
  await soon(async () => expect(await unapplied()).toEqual([]))
  expect(pushed.flat().map(({ id }) => id)).toEqual(['unheard'])
})

it('leaves what the server refuses to its author', async () => {
  answer = refused
  await start()
  await call('mutate', 'lists.create', LIST, 'an id')
  await soon(async () =>
    expect(await kept.readAll()).toMatchObject([{ state: { kind: 'rejected', code: 'gone' } }]),
  )
  await call('discard', 'an id')
  expect(await unapplied()).toEqual([])
})

it.each<[string, () => Response]>([
  ['a captive portal’s page', () => new Response('<html>Log in to this network</html>')],
  ['an answer without a result for it', () => Response.json({ results: [] })],
])('sends an edit again, after a pause, that got %s', async (_, useless) => {
  answer = (push) => (pushed.length === 1 ? useless() : applied(push))
  await start()
  expect((await call('mutate', 'lists.create', LIST, 'an id')).value).toEqual({ id: 'an id' })
  await soon(async () => expect(await unapplied()).toEqual([]))
  const states = heard.flatMap((message) => (message.kind === 'status' ? message.status.state : []))
  expect(states).toContain('offline')
  expect(pushed.flat().map(({ id }) => id)).toEqual(['an id', 'an id'])
})

it('counts nothing as waiting that the server has done, and leaves it to who keeps rows', async () => {
  const state: EntryState = { kind: 'applied', txid: 1, tables: ['lists'] }
  await keep('done', 'lists.create', LIST, state)
  await start()
  expect((await call('status')).value).toMatchObject({ pending: 0, rejected: 0 })
  expect((await call('pending')).value).toEqual([])
  expect(await kept.readAll()).toMatchObject([{ id: 'done', state }])
})

it('has everything read again every few seconds, whatever became of the last push', async () => {
  answer = () => new Promise<Response>(() => undefined)
  await keep('hanging', 'lists.create', LIST)
  await start()
  await soon(() => expect(pushed).toHaveLength(1))
  vi.advanceTimersByTime(5_000)
  await soon(() =>
    expect(heard).toContainEqual({
      kind: 'tables',
      tables: expect.arrayContaining(['lists', 'email_templates']),
    }),
  )
})

it('keeps back what hangs on a refused edit, as one item that is sent again as one', async () => {
  await keep('create', 'lists.create', LIST, REJECTED)
  await keep('fill', 'members.add', { list_id: LIST.id, candidate_ids: [LIST.id] })
  answer = applied
  await start()
  expect((await call('status')).value).toMatchObject({ pending: 0, rejected: 1 })
  expect((await call('pending')).value).toMatchObject([
    { id: 'create', canCopy: true },
    { id: 'fill', parentId: 'create' },
  ])
  expect(pushed).toEqual([])
  await call('retry', 'create')
  await soon(async () => expect(await unapplied()).toEqual([]))
  expect(namesPushed()).toEqual(['lists.create', 'members.add'])
})

it('keeps a copy of what was refused, by the rows the server has', async () => {
  const described = { id: LIST.id, description: 'For the spring', previous: null }
  await keep('describe', 'lists.describe', described, REJECTED)
  rows = () => Response.json({ rows: [LIST] })
  answer = applied
  await start()
  expect((await call('saveCopy', 'describe')).error).toBeUndefined()
  await soon(async () => expect(await unapplied()).toEqual([]))
  expect(pushed.flat()).toMatchObject([
    { name: 'lists.create', args: { name: LIST.name, description: 'For the spring' } },
  ])
})

it('answers a query with its times, and says so where the server does not answer', async () => {
  rows = () => Response.json({ rows: [{ ...LIST, created_at: '2026-01-01T00:00:00.000Z' }] })
  await start()
  expect((await call('query', 'lists.all', {})).value).toEqual([
    { ...LIST, created_at: new Date('2026-01-01T00:00:00.000Z') },
  ])
  expect((await call('status')).value).toMatchObject({ state: 'live', isOutboxInMemory: false })
  for (const useless of [unreachable, () => new Response('<html>')]) {
    rows = useless
    await call('flush')
    expect((await call('query', 'lists.all', {})).error?.code).toBe('sync_unavailable')
    expect((await call('status')).value).toMatchObject({ state: 'offline' })
  }
})

it.each(['openUserOutbox', 'readAll'] as const)(
  'a device that is ended during %s closes the outbox, serves nobody and sends nothing',
  async (step) => {
    await keep('unsent', 'lists.create', LIST)
    const close = vi.spyOn(kept, 'close')
    const { readAll } = kept
    const open = vi.mocked(openUserOutbox)
    open.mockImplementation(async (_, signal) => {
      if (step === 'openUserOutbox') ending.abort()
      expect(signal).toBe(ending.signal)
      return kept
    })
    kept.readAll = () => {
      ending.abort()
      return readAll()
    }
    await start()
    expect(close).toHaveBeenCalledOnce()
    await new Promise(setImmediate)
    expect({ heard, pushed }).toEqual({ heard: [], pushed: [] })
  },
)

it('an outbox that cannot be read is closed: the next try opens one of its own', async () => {
  const close = vi.spyOn(kept, 'close')
  kept.readAll = () => Promise.reject(new DOMException('Lost.', 'UnknownError'))
  await expect(start()).rejects.toThrow('Lost.')
  expect(close).toHaveBeenCalledOnce()
})

it('where nothing can be kept an edit is done when the server has it, or refused and forgotten', async () => {
  vi.mocked(openUserOutbox).mockRejectedValue(new DOMException('', 'SecurityError'))
  answer = applied
  await start()
  expect((await call('mutate', 'lists.create', LIST, 'done')).value).toEqual({ id: 'done' })
  answer = refused
  expect((await call('mutate', 'lists.create', LIST, 'refused')).error?.code).toBe('gone')
  vi.stubGlobal('navigator', { onLine: false })
  const offline = await call('mutate', 'lists.create', LIST, 'offline')
  expect(offline.error?.code).toBe('sync_unavailable')
  expect(pushed.flat().map(({ id }) => id)).toEqual(['done', 'refused'])
  expect((await call('pending')).value).toEqual([])
})

it('where nothing can be kept an edit is put off with the reason: a busy server, or no network', async () => {
  vi.mocked(openUserOutbox).mockRejectedValue(new DOMException('', 'SecurityError'))
  await start()
  rows = () => new Response(null, { status: 503 })
  await call('query', 'lists.all', {})
  const status = { state: 'offline', isServerBusy: true, isOutboxInMemory: true }
  expect((await call('status')).value).toMatchObject(status)
  const busy = await call('mutate', 'lists.create', LIST, 'busy')
  expect(busy.error?.message).toBe('The server is busy. Please try again in a moment.')
  vi.stubGlobal('navigator', { onLine: false })
  const offline = await call('mutate', 'lists.create', LIST, 'offline')
  expect(offline.error?.message).toBe('There is no connection.')
  expect(pushed).toEqual([])
})

it('where nothing can be kept an edit whose answer was lost is asked for until it is known', async () => {
  vi.mocked(openUserOutbox).mockRejectedValue(new DOMException('', 'SecurityError'))
  answer = (push) => (pushed.length === 1 ? unreachable() : applied(push))
  await start()
  expect((await call('mutate', 'lists.create', LIST, 'lost')).value).toEqual({ id: 'lost' })
  expect(pushed.flat().map(({ id }) => id)).toEqual(['lost', 'lost'])
})
