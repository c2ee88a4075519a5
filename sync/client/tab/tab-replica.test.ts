import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { soon } from '#tests/support/soon.ts'
import type { DeviceMessage, Method } from './device-calls.ts'
import { runDevice } from './run-device.ts'
import { openTabReplica, type TabReplica } from './tab-replica.ts'

vi.mock('./run-device.ts', () => ({ runDevice: vi.fn() }))

let replica: TabReplica
let others: BroadcastChannel
let asked: Method[]
let loseLock: () => void

beforeEach(() => {
  asked = []
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  let isHeld = false
  const request = async (_: string, __: unknown, hold: () => Promise<void>) => {
    // The lock is granted once; later requests wait.
    if (isHeld) return new Promise(() => undefined)
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
})

function open() {
  const userId = crypto.randomUUID()
  others = new BroadcastChannel(deviceName(userId))
  others.onmessage = (event) => {
    const message = (event as MessageEvent<DeviceMessage>).data
    if (message.kind === 'call') asked.push(message.method)
  }
  replica = openTabReplica(userId)
}

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

it('a device that begins is asked how it is: the last word of the one before may come later', async () => {
  vi.mocked(runDevice).mockReturnValue(() => undefined)
  open()
  await soon(() => expect(asked).toEqual(['status']))
  others.postMessage({ kind: 'answer', to: 'another tab', id: 1 } satisfies DeviceMessage)
  others.postMessage({ kind: 'ready' } satisfies DeviceMessage)
  await soon(() => expect(asked).toEqual(['status', 'status', 'status']))
})
