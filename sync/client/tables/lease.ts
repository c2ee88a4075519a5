import type { Database } from './database.ts'
import type { Replica } from './replica.ts'

/** Rows that nobody could correct for this long are not kept: deletions must reach every device. */
const LEASE_MS = 14 * 24 * 60 * 60 * 1000
/** How often an open device looks whether they are over. */
const LEASE_CHECKED_MS = 60 * 60 * 1000
/** How often the time when the server was last heard is written down. */
const CONTACT_STORED_MS = 60_000

/** When the server was last heard, by both clocks, in epoch milliseconds. */
export interface LastContact {
  /** Null where the answer did not say. */
  serverMs: number | null
  deviceMs: number
}

/** The server's clock decides where it is known both times; the device's may be set at will. */
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
  replica: Pick<Replica, 'empty' | 'heard'>
  /** The device's clock, in epoch milliseconds. */
  now: () => number
  /** The rows of an open device are gone, and to be fetched anew. */
  onExpire(): void
  onFault(fault: unknown): void
}

/** Empties the tables whenever the server was not heard for the lease; what waits stays in the outbox. */
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
  }, LEASE_CHECKED_MS)

  return {
    /** The server is heard now. @param serverMs its clock, where it said. */
    hear(serverMs: number | null): void {
      const heard = { serverMs, deviceMs: now() }
      if (isOver(heard)) expire().then(onExpire).catch(onFault)
      last = heard
      if (Math.abs(heard.deviceMs - storedMs) < CONTACT_STORED_MS) return
      storedMs = heard.deviceMs
      replica.heard(heard).catch(onFault)
    },
    end: () => clearInterval(timer),
  }
}
