import type { DeviceMessage, Method } from './device-calls.ts'

interface Call {
  message: DeviceMessage & { kind: 'call' }
  /** Whether the call is repeated to a new device: the previous leader may have died with it. */
  isRepeated: boolean
  resolve(value: unknown): void
  reject(fault: unknown): void
}

export interface TabCalls {
  /** Names this tab in its calls, and in the answers to them. */
  readonly tab: string
  /** Calls the device. @returns the call's id, and its answer, rejected with the device's AppError. */
  send(method: Method, ...args: unknown[]): { id: number; answer: Promise<unknown> }
  /** A call whose answer nobody awaits. */
  post(method: Method): void
  /** Ends a call. @returns it, unless it was answered or given up before. */
  take(id: number): Pick<Call, 'resolve' | 'reject'> | undefined
  /** Repeats a call, now and to each new device, which it was not so far. */
  keep(id: number): void
  /** Sends calls without an answer to a new device. */
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
