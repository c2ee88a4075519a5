import { afterEach, expect, it, vi } from 'vitest'
import type { Device } from '#sync/client/device.ts'
import { wait } from '#sync/client/wait.ts'
import { soon } from '#tests/support/soon.ts'
import { type DeviceMessage, serveDevice } from './device-calls.ts'

let closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing) close()
  closing = []
  vi.clearAllMocks()
})

const ROWS = [{ name: 'A list' }]
const DEVICE = {
  query: vi.fn(async () => ROWS),
  status: () => ({ state: 'live' }),
  onTables: () => () => undefined,
  onStatus: () => () => undefined,
} as unknown as Device

function serve() {
  const name = crypto.randomUUID()
  let leads = () => {}
  const check = new Promise<void>((resolve) => {
    leads = resolve
  })
  const onOtherDevice = vi.fn(() => check)
  const end = serveDevice(name, DEVICE, { onOtherDevice })
  const tab = new BroadcastChannel(name)
  const answers: unknown[] = []
  const statuses: unknown[] = []
  const errors: unknown[] = []
  tab.onmessage = (event) => {
    const message = (event as MessageEvent<DeviceMessage>).data
    if (message.kind !== 'answer') return
    answers.push(message.value)
    if (message.error) errors.push(message.error)
    statuses.push(message.status)
  }
  closing.push(end, () => tab.close())
  const post = (message: DeviceMessage) => tab.postMessage(message)
  const ask = () => post({ kind: 'call', from: 'tab', id: 1, method: 'query', args: [] })
  return { end, answers, errors, statuses, post, ask, onOtherDevice, leads }
}

/** Long enough for an answer on a channel of this process. */
const pause = () => wait(50)

it('rows come with the status of the device that read them', async () => {
  const { ask, statuses } = serve()
  ask()
  await soon(() => expect(statuses).toEqual([{ state: 'live' }]))
})

it('a device that another may have followed answers once it knows that it still leads', async () => {
  const { answers, post, ask, onOtherDevice, leads } = serve()
  ask()
  await soon(() => expect(answers).toEqual([ROWS]))
  post({ kind: 'ready' })
  ask()
  await soon(() => expect(onOtherDevice).toHaveBeenCalledOnce())
  await pause()
  expect(answers).toHaveLength(1)
  leads()
  await soon(() => expect(answers).toEqual([ROWS, ROWS]))
})

it('a device that another has followed answers nothing any more', async () => {
  const { end, answers, post, ask, onOtherDevice, leads } = serve()
  post({ kind: 'ready' })
  ask()
  await soon(() => expect(onOtherDevice).toHaveBeenCalledOnce())
  end()
  leads()
  await pause()
  expect(answers).toEqual([])
  expect(DEVICE.query).not.toHaveBeenCalled()
})

it.each([
  [new DOMException('of the browser', 'QuotaExceededError'), 'The disk is full.'],
  [new TypeError('of the code'), 'Something failed on this device.'],
])('a fault is told in words for people, not by its name: %s', async (fault, message) => {
  const { ask, errors } = serve()
  vi.mocked(DEVICE.query).mockRejectedValueOnce(fault)
  ask()
  await soon(() => expect(errors).toEqual([{ code: 'internal_error', message }]))
})
