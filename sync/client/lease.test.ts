import { afterEach, expect, it, vi } from 'vitest'
import { soon } from '#tests/support/soon.ts'
import { isLeaseOver, isTeamLeaseOver, keepLease } from './lease.ts'
import type { Database } from './tables/database.ts'

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

it('a clock that was set back ends a team’s lease, and frees nobody from it', () => {
  const contact = { serverMs: null, deviceMs: 100 * DAY_MS, latestMs: 103 * DAY_MS }
  const isOver = (days: number) =>
    isTeamLeaseOver(contact, { serverMs: null, deviceMs: days * DAY_MS }, 7 * DAY_MS)
  expect([102.97, 103, 107].map(isOver)).toEqual([false, false, false])
  // Put right by less than an hour; a day back; a month back; and the lease itself.
  expect([102, 73, 107.1].map(isOver)).toEqual([true, true, true])
  // The latest time shown counts, not the present one.
  const late = { ...contact, latestMs: 107.02 * DAY_MS }
  const now = { serverMs: null, deviceMs: 106.99 * DAY_MS }
  expect(isTeamLeaseOver(late, now, 7 * DAY_MS)).toBe(true)
  // The server's clock, where both have it, decides alone.
  const known = { ...contact, serverMs: 100 * DAY_MS }
  const back = { serverMs: 101 * DAY_MS, deviceMs: 73 * DAY_MS }
  expect(isTeamLeaseOver(known, back, 7 * DAY_MS)).toBe(false)
})

const NOW_MS = 1_800_000_000_000

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

/** A device whose last contact was so many days ago, by either clock. */
async function leased({
  days,
  isServerKnown = true,
  teams = [],
  onEmpty,
}: {
  days: number
  isServerKnown?: boolean
  teams?: { id: string; lease_days: number | null }[]
  /** Runs while the tables are being emptied. */
  onEmpty?: () => void
}) {
  const contactMs = NOW_MS - days * DAY_MS
  const row = { server: isServerKnown ? contactMs : null, device: contactMs, latest: contactMs }
  const clock = { ms: NOW_MS }
  const done: string[] = []
  const settings = teams.filter(({ lease_days }) => lease_days !== null)
  const lease = await keepLease({
    database: {
      query: async (sql: string) => ({ rows: sql.includes('from team') ? settings : [row] }),
    } as unknown as Database,
    replica: {
      teams: new Set(teams.map(({ id }) => id)),
      async empty() {
        done.push('empty')
        onEmpty?.()
      },
      async storeContact({ deviceMs, latestMs }) {
        const [contact, latest] = [deviceMs, latestMs].map((ms) => (ms - NOW_MS) / DAY_MS)
        done.push(
          contact === latest ? `contact ${contact}` : `contact ${contact}, latest ${latest}`,
        )
      },
    },
    now: () => clock.ms,
    expireTeam: async (team) => void done.push(`leave ${team}`),
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
  expect(done).toEqual(['empty', 'contact 0'])
})

it('leaves the tables as they are before that, and writes down each contact', async () => {
  const { lease, clock, done } = await leased({ days: 13 })
  lease.recordContact(NOW_MS)
  clock.ms += 30_000
  lease.recordContact(clock.ms)
  await soon(() => expect(done).toEqual(['contact -13, latest 0', 'contact 0']))
  clock.ms = NOW_MS + DAY_MS
  lease.recordContact(clock.ms)
  expect(done).toEqual(['contact -13, latest 0', 'contact 0', 'contact 1'])
})

const TEAMS = [
  { id: 'week', lease_days: 7 },
  { id: 'fortnight', lease_days: 14 },
  { id: 'unknown', lease_days: null },
]

it('removes the rows of teams alone whose leases are over', async () => {
  expect((await leased({ days: 8, teams: TEAMS })).done).toEqual([
    'leave week',
    'leave unknown',
    'contact -8, latest 0',
  ])
  expect((await leased({ days: 0.9, teams: TEAMS })).done).toEqual(['contact -0.9, latest 0'])
  // Before the tables are emptied: their remains are marked.
  expect((await leased({ days: 15, teams: TEAMS })).done).toEqual([
    'leave week',
    'leave fortnight',
    'leave unknown',
    'empty',
  ])
})

it('removes them when the server says that it was longer than the clock here shows', async () => {
  const { lease, done } = await leased({ days: 0, teams: TEAMS })
  lease.recordContact(NOW_MS + 8 * DAY_MS)
  await soon(() => expect(done).toEqual(['leave week', 'leave unknown', 'contact 0']))
})

it('empties the tables when the server says that it was longer than the clock here shows', async () => {
  const { lease, done } = await leased({ days: 1 })
  lease.recordContact(NOW_MS + 14 * DAY_MS)
  await soon(() => expect(done).toEqual(['contact -1, latest 0', 'empty', 'contact 0', 'expire']))
})

it('a contact during a check counts: without another one the tables are emptied again', async () => {
  vi.useFakeTimers()
  try {
    let hear = () => {}
    const { lease, clock, done } = await leased({
      ...{ days: 13, isServerKnown: false },
      onEmpty: () => hear(),
    })
    hear = () => {
      hear = () => {}
      lease.recordContact(null)
    }
    for (const days of [2, 13, 2]) {
      clock.ms += days * DAY_MS
      await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
    }
    const emptied = done.filter((each) => each === 'empty')
    expect(done.at(-1)).toBe('expire')
    // By the check, by the contact that came too late, and by what came after that.
    expect(emptied).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})

it('empties the tables of an open device within an hour', async () => {
  vi.useFakeTimers()
  try {
    const { clock, done } = await leased({ days: 13, isServerKnown: false })
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
    expect(done).toEqual(['contact -13, latest 0'])
    clock.ms += 2 * DAY_MS
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
    expect(done.slice(1)).toEqual(['empty', 'expire'])
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
    expect(done.slice(1)).toEqual(['empty', 'expire'])
  } finally {
    vi.useRealTimers()
  }
})
