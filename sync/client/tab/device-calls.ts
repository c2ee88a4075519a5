import type { Device } from '#sync/client/device.ts'
import { reportFault } from '#sync/client/report-fault.ts'
import type { SyncStatus } from '#sync/client/status.ts'
import type { LeftTeam } from '#sync/client/tables/leaving.ts'
import { AppError, type WireError } from '#sync/contract/errors.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'

/*
 * How the tabs of one user talk to the one device among them, over a BroadcastChannel:
 *
 *   tab ── call ──►  the device, in the worker of the tab that leads
 *   tab ◄─ answer ─  to the tab that called
 *   all ◄─ ready, tables, status, left ──
 *   all ◄─ closing ─ from the tab that signs out: tabs and the worker let go of the disk
 */

/** The methods that tabs may call; arguments, answers and AppErrors can all be posted. */
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

/** A message of the channel that a user's tabs share. */
export type DeviceMessage =
  | { kind: 'call'; from: string; id: number; method: Method; args: unknown[] }
  | {
      kind: 'answer'
      to: string
      id: number
      value?: unknown
      error?: WireError['error']
      /**
       * Of the device that answers: while one takes over from another both do, and no rows of the one
       * may be taken for none at all because the other is up to date. Absent where the tab that leads
       * runs an older build.
       */
      status?: SyncStatus
    }
  /** A device has started to answer; calls sent before may be lost. */
  | { kind: 'ready' }
  | { kind: 'tables'; tables: ShapeName[] }
  | { kind: 'status'; status: SyncStatus }
  /** The rows of a team are about to be removed, with what belongs to them. */
  | { kind: 'left'; team: LeftTeam }
  | { kind: 'closing' }

/**
 * Announces the device, whose status replaces that of the one before, answers calls of tabs and tells
 * them of changes.
 * @param onOtherDevice runs when another device begins to answer, and calls wait for it: a device
 *   that no longer leads would answer with stale rows.
 * @returns a function that ends it.
 */
export function serveDevice(
  name: string,
  device: Device,
  { onOtherDevice }: { onOtherDevice?(): Promise<void> } = {},
): () => void {
  const channel = new BroadcastChannel(name)
  let isOver = false
  let stillLeads: Promise<void> | undefined
  const send = (message: DeviceMessage) => {
    // The device may close before a call ends; tabs repeat the call when the next device is ready.
    if (!isOver) channel.postMessage(message)
  }

  async function answer({ from: to, id, method, args }: DeviceMessage & { kind: 'call' }) {
    try {
      await stillLeads
      if (isOver) return
      const run = device[method] as (...args: unknown[]) => unknown
      const value = await run.apply(device, args)
      send({ kind: 'answer', to, id, value, status: device.status() })
    } catch (fault) {
      if (!(fault instanceof AppError)) reportFault(fault)
      send({ kind: 'answer', to, id, error: wireFormOf(fault) })
    }
  }

  channel.onmessage = ({ data }: MessageEvent<DeviceMessage>) => {
    if (data.kind === 'call' && METHODS.includes(data.method)) void answer(data)
    if (data.kind === 'ready') stillLeads = onOtherDevice?.()
  }
  const ends = [
    device.onTables((tables) => send({ kind: 'tables', tables: [...tables] })),
    device.onStatus((status) => send({ kind: 'status', status })),
    () => channel.close(),
    () => {
      isOver = true
    },
  ]
  send({ kind: 'ready' })
  send({ kind: 'status', status: device.status() })
  return () => {
    for (const end of ends) end()
  }
}

function wireFormOf(fault: unknown): WireError['error'] {
  if (fault instanceof AppError) return fault.toWire().error
  const isFull = fault instanceof Error && fault.name === 'QuotaExceededError'
  const message = isFull ? 'The disk is full.' : 'Something failed on this device.'
  return { code: 'internal_error', message }
}
