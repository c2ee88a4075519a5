import type { Database } from './database.ts'
import type { Replica } from './replica.ts'

/**
 * Rows that the server could not correct for this long are removed: deletions must reach every
 * device.
 */
const LEASE_MS = 14 * 24 * 60 * 60 * 1000
/** How often an open device checks its lease. */
const LEASE_CHECK_INTERVAL_MS = 60 * 60 * 1000
/** How often the time of the last contact is stored. */
const CONTACT_STORE_INTERVAL_MS = 60_000

/** The last contact with the server, by both clocks, in epoch milliseconds. */
export interface LastContact {
  /** Null where the answer gave no time. */
  serverMs: number | null
  deviceMs: number
}

/** The server's clock decides where both contacts have it; the device's can be set at will. */
export function isLeaseOver(last: LastContact, now: LastContact): boolean {
  if (last.serverMs !== null && now.serverMs !== null)
    return now.serverMs - last.serverMs > LEASE_MS
  return now.deviceMs - last.deviceMs > LEASE_MS
}

async function readLastContact(database: Database): Promise<LastContact | null> {
  const { rows } = await database.query<{ server: number | null; device: number | null }>(
    'select heard_server_ms as server, heard_device_ms as device from replica',
  )
  const [row] = rows
  return row && row.device !== null ? { serverMs: row.server, deviceMs: row.device } : null
}

export async function storeLastContact(database: Database, heard: LastContact): Promise<void> {
  await database.query('update replica set heard_server_ms = $1, heard_device_ms = $2', [
    heard.serverMs,
    heard.deviceMs,
  ])
}

interface LeaseOptions {
  database: Database
  replica: Pick<Replica, 'empty' | 'storeContact'>
  /** The device's clock, in epoch milliseconds. */
  now: () => number
  /** The tables of an open device were emptied; their rows must be fetched anew. */
  onExpire(): void
  onFault(fault: unknown): void
}

/** Empties the tables once the server was not heard for the lease; the outbox stays. */
export async function keepLease({ database, replica, now, onExpire, onFault }: LeaseOptions) {
  let last = await readLastContact(database)
  let storedMs = last?.deviceMs ?? 0
  const isOver = (heard: LastContact) => last !== null && isLeaseOver(last, heard)
  const isSilent = () => isOver({ serverMs: null, deviceMs: now() })

  function expire(): Promise<void> {
    last = null
    storedMs = 0
    return replica.empty()
  }

  if (isSilent()) await expire()
  const timer = setInterval(() => {
    if (isSilent()) expire().then(onExpire).catch(onFault)
  }, LEASE_CHECK_INTERVAL_MS)

  return {
    /** Notes a contact. @param serverMs the server's clock, where the answer gave it. */
    recordContact(serverMs: number | null): void {
      const heard = { serverMs, deviceMs: now() }
      if (isOver(heard)) expire().then(onExpire).catch(onFault)
      last = heard
      if (Math.abs(heard.deviceMs - storedMs) < CONTACT_STORE_INTERVAL_MS) return
      storedMs = heard.deviceMs
      replica.storeContact(heard).catch(onFault)
    },
    end: () => clearInterval(timer),
  }
}
