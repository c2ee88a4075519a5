import { afterEach, expect, it, vi } from 'vitest'
import { soon } from '#tests/support/soon.ts'
import type { Database } from './database.ts'
import { isLeaseOver, keepLease } from './lease.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const last = { serverMs: 100 * DAY_MS, deviceMs: 500 * DAY_MS }

it('keeps rows for 14 days without contact, by the clock of the device', () => {
  const after = (days: number) => ({ serverMs: null, deviceMs: last.deviceMs + days * DAY_MS })
  expect(isLeaseOver(last, after(14))).toBe(false)
  expect(isLeaseOver(last, after(14.01))).toBe(true)
})

it('goes by the clock of the server where it is known, however the device is set', () => {
  const after = (days: number, offDays: number) => ({
    serverMs: last.serverMs + days * DAY_MS,
    deviceMs: last.deviceMs + (days + offDays) * DAY_MS,
  })
  expect(isLeaseOver(last, after(13.9, 1))).toBe(false)
  expect(isLeaseOver(last, after(14.1, -1))).toBe(true)
})

const NOW_MS = 1_800_000_000_000

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

/** A device that was last heard so many days ago, by either clock. */
async function leased({ days, isServerKnown = true }: { days: number; isServerKnown?: boolean }) {
  const heardMs = NOW_MS - days * DAY_MS
  const row = { server: isServerKnown ? heardMs : null, device: heardMs }
  const clock = { ms: NOW_MS }
  const done: string[] = []
  const lease = await keepLease({
    database: { query: async () => ({ rows: [row] }) } as unknown as Database,
    replica: {
      empty: async () => void done.push('empty'),
      storeContact: async ({ deviceMs }) => void done.push(`heard ${(deviceMs - NOW_MS) / DAY_MS}`),
    },
    now: () => clock.ms,
    onExpire: () => void done.push('expire'),
    onFault(fault) {
      throw fault
    },
  })
  ended.push(lease.end)
  return { lease, clock, done }
}

it('empties the tables once when a device opens that was silent for too long', async () => {
  const { lease, done } = await leased({ days: 15 })
  expect(done).toEqual(['empty'])
  lease.recordContact(NOW_MS)
  expect(done).toEqual(['empty', 'heard 0'])
})

it('leaves the tables as they are before that, and writes down when the server is heard', async () => {
  const { lease, clock, done } = await leased({ days: 13 })
  lease.recordContact(NOW_MS)
  clock.ms += 30_000
  lease.recordContact(clock.ms)
  expect(done).toEqual(['heard 0'])
  clock.ms = NOW_MS + DAY_MS
  lease.recordContact(clock.ms)
  expect(done).toEqual(['heard 0', 'heard 1'])
})

it('empties the tables when the server says that it was longer than the clock here shows', async () => {
  const { lease, done } = await leased({ days: 1 })
  lease.recordContact(NOW_MS + 14 * DAY_MS)
  await soon(() => expect(done).toEqual(['empty', 'heard 0', 'expire']))
})

it('empties the tables of an open device within an hour', async () => {
  vi.useFakeTimers()
  try {
    const { clock, done } = await leased({ days: 13, isServerKnown: false })
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
    expect(done).toEqual([])
    clock.ms += 2 * DAY_MS
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
    expect(done).toEqual(['empty', 'expire'])
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
    expect(done).toEqual(['empty', 'expire'])
  } finally {
    vi.useRealTimers()
  }
})
