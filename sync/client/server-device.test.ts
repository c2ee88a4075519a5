import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PushRequest } from '../contract/wire.ts'
import type { DeviceMessage, Method } from './device-calls.ts'
import { openMemoryOutbox } from './memory-outbox.ts'
import { openUserOutbox } from './open-user-outbox.ts'
import type { OutboxStore } from './outbox-store.ts'
import { runServerDevice } from './server-device.ts'
import { deviceName } from './user-folder.ts'

vi.mock('./open-user-outbox.ts', () => ({ openUserOutbox: vi.fn() }))

const LIST = { id: '00000000-0000-4000-8000-000000000001', name: 'A list' }

/** What the server does with a push; it may throw, as a broken connection does. */
let answer: (push: PushRequest) => Response
let kept: OutboxStore
let tab: BroadcastChannel
let stop: () => void
let lastId = 0

beforeEach(() => {
  kept = openMemoryOutbox()
  vi.mocked(openUserOutbox).mockResolvedValue(kept)
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) =>
    answer(JSON.parse(String(body))),
  )
})
afterEach(() => {
  stop()
  tab.close()
  vi.unstubAllGlobals()
})

/** A device of a user of its own: channels of other tests are not heard. */
async function start() {
  const userId = crypto.randomUUID()
  tab = new BroadcastChannel(deviceName(userId))
  stop = await runServerDevice(userId)
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

const results = (push: PushRequest, result: object) =>
  Response.json({ results: push.mutations.map(({ id }) => ({ id, ...result })) })
const applied = (push: PushRequest) =>
  results(push, { status: 'applied', txid: 1, lsn: '1', tables: ['lists'] })
const refused = (push: PushRequest) =>
  results(push, { status: 'rejected', code: 'gone', message: 'This list is gone.' })
function unreachable(): Response {
  throw new TypeError('Failed to fetch')
}

it('sends an edit and forgets it once it is done', async () => {
  const pushed: string[] = []
  answer = (push) => {
    pushed.push(...push.mutations.map(({ id }) => id))
    return applied(push)
  }
  await start()
  expect((await call('mutate', 'lists.create', LIST, 'an id')).value).toEqual({ id: 'an id' })
  await vi.waitFor(async () => expect(await kept.readAll()).toEqual([]))
  expect(pushed).toEqual(['an id'])
})

it('keeps an edit that does not reach the server, and sends it when it is told to', async () => {
  answer = unreachable
  await start()
  expect((await call('mutate', 'lists.create', LIST, 'an id')).value).toEqual({ id: 'an id' })
  expect(await kept.readAll()).toMatchObject([{ id: 'an id', state: { kind: 'waiting' } }])
  answer = applied
  await call('adopt')
  expect(await kept.readAll()).toEqual([])
})

it('leaves what the server refuses to its author', async () => {
  answer = refused
  await start()
  await call('mutate', 'lists.create', LIST, 'an id')
  await vi.waitFor(async () =>
    expect(await kept.readAll()).toMatchObject([{ state: { kind: 'rejected', code: 'gone' } }]),
  )
  await call('discard', 'an id')
  expect(await kept.readAll()).toEqual([])
})

it('where nothing can be kept an edit is done when the server has it, or refused and forgotten', async () => {
  vi.mocked(openUserOutbox).mockRejectedValue(new DOMException('', 'SecurityError'))
  answer = applied
  await start()
  expect((await call('mutate', 'lists.create', LIST, 'done')).value).toEqual({ id: 'done' })
  answer = unreachable
  const lost = await call('mutate', 'lists.create', LIST, 'lost')
  expect(lost.error?.code).toBe('sync_unavailable')
  answer = refused
  expect((await call('mutate', 'lists.create', LIST, 'refused')).error?.code).toBe('gone')
  expect((await call('pending')).value).toEqual([])
})
