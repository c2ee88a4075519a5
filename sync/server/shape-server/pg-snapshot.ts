/** The snapshot of a query: `pg_current_snapshot()`. Its transaction ids are 64 bits wide. */
export interface PgSnapshot {
  /** Every transaction before this id had ended. */
  xmin: bigint
  /** No transaction from this id on had begun. */
  xmax: bigint
  /** Transactions between the two that were still running. */
  running: bigint[]
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
  // The nearest 64-bit id with these low bits; ids in use lie within 2^31 of each other.
  const wide = xmax + BigInt.asIntN(32, BigInt(xid) - xmax)
  return wide < xmin || (wide < xmax && !running.includes(wide))
}
