import type { Database } from './database.ts'

/** Rows that nobody could correct for this long are not kept: deletions must reach every device. */
const LEASE_MS = 14 * 24 * 60 * 60 * 1000

/** When the server was last heard, by both clocks, in epoch milliseconds. */
export interface Contact {
  /** Null where the answer did not say. */
  serverMs: number | null
  deviceMs: number
}

/** The server's clock decides where it is known both times; the device's may be set at will. */
export function isLeaseOver(last: Contact, now: Contact): boolean {
  if (last.serverMs !== null && now.serverMs !== null)
    return now.serverMs - last.serverMs > LEASE_MS
  return now.deviceMs - last.deviceMs > LEASE_MS
}

export async function readContact(database: Database): Promise<Contact | null> {
  const { rows } = await database.query<{ server: number | null; device: number | null }>(
    'select heard_server_ms as server, heard_device_ms as device from replica',
  )
  const [row] = rows
  return row && row.device !== null ? { serverMs: row.server, deviceMs: row.device } : null
}

export async function storeContact(database: Database, contact: Contact): Promise<void> {
  await database.query('update replica set heard_server_ms = $1, heard_device_ms = $2', [
    contact.serverMs,
    contact.deviceMs,
  ])
}
