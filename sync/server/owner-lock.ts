import type { TransactionSql } from 'postgres'

/** Makes what changes one owner's rows wait for each other, until the transaction ends. */
export async function lockOwner(tx: TransactionSql, ownerId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 0))`
}
