import type { Queryable } from '#db/client.ts'
import { widenTransactionId } from '#sync/contract/transaction-id.ts'
import { type Lsn, parseLsn } from './lsn.ts'

/** The snapshot of a query: `pg_current_snapshot()`. Its transaction ids are 64 bits wide. */
export interface PgSnapshot {
  /** Every transaction before this id had ended. */
  xmin: bigint
  /** No transaction from this id on had begun. */
  xmax: bigint
  /** Transactions between the two that were still running. */
  running: bigint[]
}

/** The point at which a snapshot was taken. */
export interface SnapshotPoint {
  snapshot: PgSnapshot
  /** Commits from here on are not in the snapshot, whatever their ids. */
  lsn: Lsn
}

/** The snapshot that a transaction reads, and the end of the write-ahead log. */
export async function currentSnapshot(tx: Queryable): Promise<SnapshotPoint> {
  const [seen] = await tx<{ snapshot: string; lsn: string }[]>`
    select pg_current_snapshot()::text as snapshot, pg_current_wal_insert_lsn()::text as lsn`
  return { snapshot: parsePgSnapshot(seen?.snapshot ?? ''), lsn: parseLsn(seen?.lsn ?? '') }
}

/** @param text `xmin:xmax:xip,xip,…` */
export function parsePgSnapshot(text: string): PgSnapshot {
  const [xmin = '0', xmax = '0', running = ''] = text.split(':')
  return {
    xmin: BigInt(xmin),
    xmax: BigInt(xmax),
    running: running === '' ? [] : running.split(',').map(BigInt),
  }
}

export function formatPgSnapshot({ xmin, xmax, running }: PgSnapshot): string {
  return `${xmin}:${xmax}:${running.join(',')}`
}

/**
 * Whether a snapshot sees a committed transaction.
 * @param xid its low 32 bits, as the replication stream gives it
 */
export function isVisible(xid: number, { xmin, xmax, running }: PgSnapshot): boolean {
  const wide = widenTransactionId(xid, xmax)
  return wide < xmin || (wide < xmax && !running.includes(wide))
}
