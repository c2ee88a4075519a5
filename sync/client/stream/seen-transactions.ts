import { isVisibleInSnapshot } from '@electric-sql/client'
import { z } from 'zod'
import { widenTransactionId } from '#sync/contract/transaction-id.ts'

/*
 * The transactions that the rows of a shape are known to hold: those the stream named in `txids`, and
 * those the snapshot of the last refetch saw. They are written with the rows, in one transaction: a
 * push may be answered after the device was closed.
 *
 * A position in the log would not do: on a quiet database the last one a stream names stays below that
 * of a commit which it has brought long since.
 */

/** Number of a stream's transactions that are remembered until the pushes are answered. */
const TXIDS_KEPT = 500

/**
 * How long a snapshot is compared with a transaction, whose low 32 bits alone are known: after 2^31
 * later ones a new id would look like an old one, and at 3,000 a second those take a day more.
 */
const SNAPSHOT_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** The snapshot of a fetch, as `snapshot-end` says it: 64-bit ids in decimals. */
const fetchSnapshot = z.object({
  xmin: z.string().regex(/^\d{1,20}$/),
  xmax: z.string().regex(/^\d{1,20}$/),
  xip_list: z.array(z.string().regex(/^\d{1,20}$/)),
})
export type FetchSnapshot = z.infer<typeof fetchSnapshot>

/** The transactions that a shape's rows are known to hold. */
export interface SeenTransactions {
  /** The last transactions of the stream since the refetch, by their low 32 bits. */
  txids: readonly number[]
  /**
   * The refetch's snapshot, and when it came by the device's clock; null where the stream had none.
   */
  fetch: (FetchSnapshot & { atMs: number }) | null
}

/** The state of a shape that has not been fetched. */
export const NONE_SEEN: SeenTransactions = { txids: [], fetch: null }

/** @returns null for an invalid snapshot, which acknowledges nothing. */
export function parseSnapshot(headers: unknown): FetchSnapshot | null {
  return fetchSnapshot.safeParse(headers).data ?? null
}

interface Brought {
  isRefetch: boolean
  txids: ReadonlySet<number>
  snapshot: FetchSnapshot | null
}

/** The transactions seen after a batch. A refetch replaces all that were seen before. */
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
  const wide = widenTransactionId(txid, BigInt(fetch.xmax))
  return isVisibleInSnapshot(wide, fetch as Parameters<typeof isVisibleInSnapshot>[1])
}
