import { randomInt } from 'node:crypto'
import type { PgSnapshot } from './pg-snapshot.ts'

/**
 * The protocol, as Electric defines it and its client speaks it.
 *
 *     client                                        server
 *       │ GET /v1/shape?table=…&offset=-1             │  makes the shape if nobody has asked for it
 *       │◄──── 200  handle, schema, offset=0_0 ───────│  the first chunk of the snapshot, as inserts
 *       │ GET …&handle=…&offset=0_0                   │  and so on
 *       │◄──── 200  offset=0_1, snapshot-end ─────────│  the last one
 *       │ GET …&handle=…&offset=0_1                   │
 *       │◄──── 200  offset=123_0, up-to-date ─────────│  what was committed since; `0_inf` for nothing
 *       │ GET …&offset=123_0&live=true                │  waits, at most LONG_POLL_MS
 *       │◄──── 200  offset=456_2, cursor, up-to-date ─│  what was committed meanwhile
 *       │ …                                           │
 *       │◄──── 409  must-refetch, another handle ─────│  the shape is gone: from -1 again
 *
 * `snapshot-end` says which transactions the snapshot saw (`xmin`, `xmax`, `xip_list`, 64 bits wide, as
 * text); changes name theirs in `txids` (numbers, the low 32 bits). `up-to-date` carries
 * `global_last_seen_lsn`: every commit before it has been sent to whom it concerns.
 * With `live_sse=true` the live answer is a stream of events that lasts `SSE_MS`. With `subset__…`
 * parameters the answer is a snapshot of part of the shape, with what its transaction saw.
 */
export const HANDLE = 'electric-handle'
export const OFFSET = 'electric-offset'
export const SCHEMA = 'electric-schema'
export const CURSOR = 'electric-cursor'
export const UP_TO_DATE = 'electric-up-to-date'
export const HAS_DATA = 'electric-has-data'
export const SNAPSHOT = 'electric-snapshot'

/**
 * A chunk ends with the message that reaches this size, unless another size is set. A device parses
 * one in a piece, and meanwhile answers nothing: Electric's are five times as large.
 */
export const CHUNK_BYTES = 2 * 1024 * 1024

/** Shorter than the time proxies allow for an answer. */
export const LONG_POLL_MS = 20_000
/** How long a client may be ahead of a server that was restarted. */
export const AHEAD_MS = LONG_POLL_MS / 2
export const SSE_MS = 60_000
/** Proxies close a connection that is silent for long. */
export const SSE_KEEP_ALIVE_MS = 21_000

/** How long caches of the client and between may keep an answer. */
export const CACHING = {
  /** Fetched by every new client, and valid for as long as its handle. */
  snapshot: 'public, max-age=604800, s-maxage=3600, stale-while-revalidate=2629746',
  log: 'public, max-age=60, stale-while-revalidate=300',
  /** Long enough to merge simultaneous requests for the same. */
  live: 'public, max-age=5, stale-while-revalidate=5',
  liveEvents: `public, max-age=${SSE_MS / 1000 - 1}`,
  /** Many clients ask for the new handle once a shape was dropped. */
  redirect: 'public, max-age=60, must-revalidate',
  dropped: 'public, max-age=1, must-revalidate',
  /** Answers to POST and DELETE. */
  unsafe: 'no-cache',
  error: 'no-store',
  health: 'no-cache, no-store, must-revalidate',
}

export const MUST_REFETCH = [{ headers: { control: 'must-refetch' } }]

/** @param snapshot the one of the snapshot's query */
export function snapshotEnd({ xmin, xmax, running }: PgSnapshot): string {
  const seen = { xmin: String(xmin), xmax: String(xmax), xip_list: running.map(String) }
  return JSON.stringify({ headers: { control: 'snapshot-end', ...seen } })
}

export function upToDate(lastSeenLsn: bigint): string {
  const headers = { control: 'up-to-date', global_last_seen_lsn: String(lastSeenLsn) }
  return JSON.stringify({ headers })
}

/** Cursors count seconds from here. */
const CURSOR_EPOCH_MS = Date.UTC(2024, 9, 9)

/**
 * The cursor a live client sends with its next request: equal for all who ask within one interval,
 * so that caches may merge their requests, and never the one it sent, or a cache would answer it
 * with the same again.
 */
export function nextCursor(previous: string | undefined, now = Date.now()): string {
  const interval = LONG_POLL_MS / 1000
  const next = Math.ceil((now - CURSOR_EPOCH_MS) / 1000 / interval) * interval
  const sent = /^\d{1,15}$/.test(previous ?? '') ? Number(previous) : 0
  return String(next > sent ? next : sent + randomInt(1, 3601))
}
