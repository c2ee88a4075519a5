import type { Device } from '#sync/client/device.ts'
import type { SyncStatus } from '#sync/client/status.ts'
import { AppError, type WireError } from '#sync/contract/errors.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'

/*
 * How the tabs of one user talk to the one device among them, over a BroadcastChannel:
 *
 *   tab ── call ──►  the device, in the worker of the tab that leads
 *   tab ◄─ answer ─  to the tab that called
 *   all ◄─ ready, tables, status ──
 *   all ◄─ closing ─ from the tab that signs out: tabs and the worker let go of the disk
 */

/** What tabs may call. All of it can be sent: arguments, answers and AppErrors. */
const METHODS = [
  'mutate',
  'adopt',
  'query',
  'pending',
  'retry',
  'discard',
  'saveCopy',
  'flush',
  'resume',
  'status',
] as const
export type Method = (typeof METHODS)[number]

export type DeviceMessage =
  | { kind: 'call'; from: string; id: number; method: Method; args: unknown[] }
  | { kind: 'answer'; to: string; id: number; value?: unknown; error?: WireError['error'] }
  /** A device has begun to answer: whatever was called before may be lost. */
  | { kind: 'ready' }
  | { kind: 'tables'; tables: ShapeName[] }
  | { kind: 'status'; status: SyncStatus }
  | { kind: 'closing' }

/**
 * Answers calls of tabs and tells them what changes.
 * @param onAnother told when another device begins to answer. Calls wait for it: a device that is over
 *   would answer with rows that are.
 */
export function serveDevice(
  name: string,
  device: Device,
  { onAnother }: { onAnother?(): Promise<void> } = {},
): {
  /** Says that this device answers, and how it is: the last word of another may have come later. */
  announce(): void
  end(): void
} {
  const channel = new BroadcastChannel(name)
  let isOver = false
  let stillLeads: Promise<void> | undefined
  const send = (message: DeviceMessage) => {
    // A call may outlive the device; whoever comes next is asked again.
    if (!isOver) channel.postMessage(message)
  }

  async function answer({ from: to, id, method, args }: DeviceMessage & { kind: 'call' }) {
    try {
      await stillLeads
      if (isOver) return
      const run = device[method] as (...args: unknown[]) => unknown
      send({ kind: 'answer', to, id, value: await run.apply(device, args) })
    } catch (fault) {
      send({ kind: 'answer', to, id, error: wireFormOf(fault) })
    }
  }

  channel.onmessage = ({ data }: MessageEvent<DeviceMessage>) => {
    if (data.kind === 'call' && METHODS.includes(data.method)) void answer(data)
    if (data.kind === 'ready') stillLeads = onAnother?.()
  }
  const ends = [
    device.onTables((tables) => send({ kind: 'tables', tables: [...tables] })),
    device.onStatus((status) => send({ kind: 'status', status })),
    () => channel.close(),
    () => {
      isOver = true
    },
  ]
  function announce() {
    send({ kind: 'ready' })
    send({ kind: 'status', status: device.status() })
  }
  announce()
  return {
    announce,
    end() {
      for (const end of ends) end()
    },
  }
}

function wireFormOf(fault: unknown): WireError['error'] {
  if (fault instanceof AppError) return fault.toWire().error
  return { code: 'internal_error', message: fault instanceof Error ? fault.name : 'fault' }
}
