import { isVisibleInSnapshot } from '@electric-sql/client'
import { z } from 'zod'

/*
 * Which transactions the rows of a shape are known to hold: those that came in the stream by their
 * `txids`, and those that the snapshot of the last whole fetch saw. It is kept with the rows, in the
 * same transaction: an answer that names a transaction may come after the device was closed.
 *
 * Never a position in the log: on a quiet database the last one a stream names stays below that of a
 * commit which it has brought long since.
 */

/** Transactions of a stream that are remembered until their answers come. */
const TXIDS_KEPT = 500

/**
 * How long a snapshot is asked about a transaction, of which the low 32 bits are known: 2^31 later ones
 * would make a new one look like an old one, and at 3,000 a second those take a day more.
 */
const SNAPSHOT_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** What the query of a fetch saw, as its `snapshot-end` says: ids 64 bits wide, in decimals. */
const fetchSnapshot = z.object({
  xmin: z.string().regex(/^\d{1,20}$/),
  xmax: z.string().regex(/^\d{1,20}$/),
  xip_list: z.array(z.string().regex(/^\d{1,20}$/)),
})
export type FetchSnapshot = z.infer<typeof fetchSnapshot>

export interface SeenTransactions {
  /** The last ones of the stream since the shape was fetched whole, by their low 32 bits. */
  txids: readonly number[]
  /** Of that fetch, with when it came by the device's clock; null where it did not say. */
  fetch: (FetchSnapshot & { atMs: number }) | null
}

export const NONE_SEEN: SeenTransactions = { txids: [], fetch: null }

/** @returns null for what is none: nothing is concluded from it. */
export function parseSnapshot(headers: unknown): FetchSnapshot | null {
  return fetchSnapshot.safeParse(headers).data ?? null
}

interface Brought {
  isRefetch: boolean
  txids: ReadonlySet<number>
  snapshot: FetchSnapshot | null
}

/** What the rows hold with a batch. Rows that are fetched anew hold what that fetch brought alone. */
export function seenWith(
  before: SeenTransactions,
  { isRefetch, txids, snapshot }: Brought,
  atMs: number,
): SeenTransactions {
  const earlier = isRefetch ? [] : before.txids.filter((txid) => !txids.has(txid))
  return {
    txids: [...earlier, ...txids].slice(-TXIDS_KEPT),
    fetch: isRefetch ? snapshot && { ...snapshot, atMs } : before.fetch,
  }
}

/** Whether rows hold a transaction, named by its low 32 bits. */
export function holdsTransaction(
  { txids, fetch }: SeenTransactions,
  txid: number,
  nowMs: number,
): boolean {
  if (txids.includes(txid)) return true
  if (!fetch || Math.abs(nowMs - fetch.atMs) > SNAPSHOT_KEPT_MS) return false
  // Of all ids with these low bits the one nearest to the snapshot.
  const xmax = BigInt(fetch.xmax)
  const wide = xmax + BigInt.asIntN(32, BigInt(txid) - xmax)
  return isVisibleInSnapshot(wide, fetch as Parameters<typeof isVisibleInSnapshot>[1])
}
