import type { PgSnapshot } from './pg-snapshot.ts'

/**
 * The protocol, as Electric defines it and its client speaks it.
 *
 *     client                                        server
 *       │ GET /v1/shape?table=…&offset=-1             │  makes the shape if nobody has asked for it
 *       │◄──── 200  handle, schema, offset=0_0 ───────│  a part of the snapshot, as inserts
 *       │ GET …&handle=…&offset=0_0                   │
 *       │◄──── 200  offset=123_1, up-to-date ─────────│  the rest, the log; all there is
 *       │ GET …&offset=123_1&live=true                │  waits, at most LONG_POLL_MS
 *       │◄──── 200  offset=456_3, cursor, up-to-date ─│  what was committed meanwhile
 *       │ …                                           │
 *       │◄──── 409  must-refetch, another handle ─────│  the shape is gone: from -1 again
 *
 * `up-to-date` carries `global_last_seen_lsn`: every commit before it has been sent to whom it concerns.
 * With `live_sse=true` the live answer is a stream of events that lasts `SSE_MS`. With `subset__…`
 * parameters the answer is a snapshot of part of the shape, with what its transaction saw.
 */
export const HANDLE = 'electric-handle'
export const OFFSET = 'electric-offset'
export const SCHEMA = 'electric-schema'
export const CURSOR = 'electric-cursor'
export const UP_TO_DATE = 'electric-up-to-date'
export const SNAPSHOT = 'electric-snapshot'

/** Shorter than what proxies allow an answer to take. */
export const LONG_POLL_MS = 20_000
export const SSE_MS = 60_000
/** Proxies end a connection that is silent for long. */
export const SSE_KEEP_ALIVE_MS = 21_000

export const MUST_REFETCH = [{ headers: { control: 'must-refetch' } }]

/** @param snapshot of a snapshot's query */
export function snapshotEnd({ xmin, xmax, running }: PgSnapshot): string {
  const seen = { xmin: String(xmin), xmax: String(xmax), xip_list: running.map(String) }
  return JSON.stringify({ headers: { control: 'snapshot-end', ...seen } })
}

export function upToDate(lastSeenLsn: bigint): string {
  const headers = { control: 'up-to-date', global_last_seen_lsn: String(lastSeenLsn) }
  return JSON.stringify({ headers })
}
