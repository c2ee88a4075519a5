import type { DeviceMessage, Method } from './device-calls.ts'

interface Call {
  message: DeviceMessage & { kind: 'call' }
  /**
   * Whether the call is sent again to a new device; the previous one may have closed before it answered.
   */
  isRepeated: boolean
  resolve(value: unknown): void
  reject(fault: unknown): void
}

export interface TabCalls {
  /** Names this tab in its calls, and in the answers to them. */
  readonly tab: string
  /** Calls the device. @returns the call's id, and its answer, rejected with the device's AppError. */
  send(method: Method, ...args: unknown[]): { id: number; answer: Promise<unknown> }
  /** Makes a call whose answer is not awaited. */
  post(method: Method): void
  /**
   * Ends a call.
   * @returns the call, unless it was answered or ended before.
   */
  take(id: number): Pick<Call, 'resolve' | 'reject'> | undefined
  /** Sends a call again, now and to each new device. */
  keep(id: number): void
  /** Sends calls that have no answer yet to a new device. */
  repeat(): void
}

/** The calls of one tab to the device, until they are answered. */
export function tabCalls(channel: BroadcastChannel): TabCalls {
  const tab = crypto.randomUUID()
  const calls = new Map<number, Call>()
  let lastId = 0

  const send: TabCalls['send'] = (method, ...args) => {
    lastId += 1
    const id = lastId
    const message = { kind: 'call', from: tab, id, method, args } as const
    channel.postMessage(message)
    const answer = new Promise((resolve, reject) => {
      // Edits are not repeated: after a wait they go into the outbox.
      calls.set(id, { message, isRepeated: method !== 'mutate', resolve, reject })
    })
    return { id, answer }
  }

  return {
    tab,
    send,
    post: (method) => void send(method).answer.catch(() => undefined),
    take(id) {
      const call = calls.get(id)
      calls.delete(id)
      return call
    },
    keep(id) {
      const call = calls.get(id)
      if (!call) return
      call.isRepeated = true
      channel.postMessage(call.message)
    },
    repeat() {
      for (const { message, isRepeated } of calls.values()) {
        if (isRepeated) channel.postMessage(message)
      }
    },
  }
}
