import type { Database } from './tables/database.ts'
import type { Replica } from './tables/replica.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * Rows that the server could not correct for this long are removed, because deletions must reach every
 * device.
 */
const LEASE_MS = 14 * DAY_MS
/** The shortest lease of a team, and that of one whose settings are not here. */
export const SHORTEST_LEASE_MS = DAY_MS
/** How often an open device checks its leases. */
const LEASE_CHECK_INTERVAL_MS = 60 * 60 * 1000
/** How often the time of the last contact is stored. */
const CONTACT_STORE_INTERVAL_MS = 60_000
/** How far a clock may be set back without ending a lease, because clocks are corrected. */
const SET_BACK_MS = 60 * 60 * 1000

/** A contact with the server, by both clocks, in epoch milliseconds. */
interface Contact {
  /** Null where the response gave no time. */
  serverMs: number | null
  deviceMs: number
}

/** The last contact with the server. */
export interface LastContact extends Contact {
  /** The latest time that the device's clock has shown since. */
  latestMs: number
}

/**
 * Whether a lease is over. The server's clock decides where both contacts have it; the device's clock
 * can be set at will.
 */
export function isLeaseOver(last: Contact, now: Contact, leaseMs = LEASE_MS): boolean {
  if (last.serverMs !== null && now.serverMs !== null) return now.serverMs - last.serverMs > leaseMs
  return now.deviceMs - last.deviceMs > leaseMs
}

/**
 * Whether a team's lease is over. A removed member could set the clock back to go on reading: a device whose
 * clock was set back cannot tell how long it was silent, so the lease counts as over.
 */
export function isTeamLeaseOver(last: LastContact, now: Contact, leaseMs: number): boolean {
  const isByServer = last.serverMs !== null && now.serverMs !== null
  if (!isByServer && now.deviceMs < last.latestMs - SET_BACK_MS) return true
  return isLeaseOver(last, { ...now, deviceMs: Math.max(now.deviceMs, last.latestMs) }, leaseMs)
}

async function readLastContact(database: Database): Promise<LastContact | null> {
  const { rows } = await database.query<{
    server: number | null
    device: number | null
    latest: number | null
  }>(
    `select heard_server_ms as server, heard_device_ms as device, latest_device_ms as latest
     from replica`,
  )
  const [row] = rows
  if (!row || row.device === null) return null
  return { serverMs: row.server, deviceMs: row.device, latestMs: row.latest ?? row.device }
}

export async function storeLastContact(database: Database, contact: LastContact): Promise<void> {
  await database.query(
    'update replica set heard_server_ms = $1, heard_device_ms = $2, latest_device_ms = $3',
    [contact.serverMs, contact.deviceMs, contact.latestMs],
  )
}

/** The lease of each team whose settings are on the device. */
async function readTeamLeases(database: Database): Promise<Map<string, number>> {
  const { rows } = await database.query<{ id: string; lease_days: number }>(
    'select id, lease_days from team',
  )
  return new Map(rows.map(({ id, lease_days }) => [id, lease_days * DAY_MS]))
}

interface LeaseOptions {
  database: Database
  replica: Pick<Replica, 'empty' | 'storeContact' | 'teams'>
  /** The device's clock, in epoch milliseconds. */
  now: () => number
  /** Removes the rows of a team. */
  expireTeam(teamId: string): Promise<void>
  /** Called when the tables of an open device were emptied; their rows must be fetched again. */
  onExpire(): void
  onFault(fault: unknown): void
}

/**
 * Removes a team's rows once the last contact is older than the team's lease, and empties the tables
 * after the account's; the outbox stays.
 */
export async function keepLease(options: LeaseOptions) {
  const { database, replica, now, expireTeam, onExpire, onFault } = options
  let last = await readLastContact(database)
  let storedMs = last?.deviceMs ?? 0
  const silence = (): Contact => ({ serverMs: null, deviceMs: now() })

  /** Teams come first, because the bytes that remain of their rows on the disk are marked. */
  async function expire(since: LastContact, present: Contact): Promise<boolean> {
    const leases = await readTeamLeases(database)
    for (const teamId of replica.teams) {
      const leaseMs = leases.get(teamId) ?? SHORTEST_LEASE_MS
      if (isTeamLeaseOver(since, present, leaseMs)) await expireTeam(teamId)
    }
    const isOver = isLeaseOver(since, present)
    if (isOver) await replica.empty()
    return isOver
  }

  /** @returns whether the tables were emptied. */
  async function check(): Promise<boolean> {
    const since = last
    if (since === null) return false
    const present = silence()
    const isOver = await expire(since, present)
    // A contact that was recorded meanwhile counts.
    if (last !== since) return isOver
    if (isOver) {
      last = null
      storedMs = 0
    } else if (present.deviceMs > since.latestMs) {
      last = { ...since, latestMs: present.deviceMs }
      await replica.storeContact(last)
    }
    return isOver
  }

  async function checkAgain(since: LastContact, contact: LastContact): Promise<void> {
    const isOver = await expire(since, contact)
    await replica.storeContact(contact)
    if (isOver) onExpire()
  }

  await check()
  const timer = setInterval(() => {
    check()
      .then((isOver) => (isOver ? onExpire() : undefined))
      .catch(onFault)
  }, LEASE_CHECK_INTERVAL_MS)

  return {
    /**
     * Records a contact.
     * @param serverMs the server's clock, where the response gave it.
     */
    recordContact(serverMs: number | null): void {
      const deviceMs = now()
      const contact = { serverMs, deviceMs, latestMs: deviceMs }
      const since = last
      last = contact
      const isDue = since !== null && isTeamLeaseOver(since, contact, SHORTEST_LEASE_MS)
      if (!isDue && Math.abs(deviceMs - storedMs) < CONTACT_STORE_INTERVAL_MS) return
      storedMs = deviceMs
      const stored = isDue ? checkAgain(since, contact) : replica.storeContact(contact)
      stored.catch(onFault)
    },
    end: () => clearInterval(timer),
  }
}
