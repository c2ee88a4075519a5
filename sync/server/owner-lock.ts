import type { TransactionSql } from 'postgres'

/** Locks an owner's rows until the transaction ends, so that changes to them run one at a time. */
export async function lockOwner(tx: TransactionSql, ownerId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 0))`
}
