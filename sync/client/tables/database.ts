import type { PGliteInterface, Transaction } from '@electric-sql/pglite'

/** A PGlite that is open, in memory or stored, as far as the replica needs it. */
export type Database = Pick<PGliteInterface, 'query' | 'exec' | 'transaction'>

/** A transaction's statements. */
export type Tx = Pick<Transaction, 'query' | 'exec'>

/**
 * Whether a read failed because the database is damaged, not because of the query: PGlite itself
 * ended, or PostgreSQL reports corruption (XX), a file error (58), or that a table or column is
 * missing (42).
 */
export function isDamage(fault: unknown): boolean {
  const { code } = fault as { code?: unknown }
  return typeof code !== 'string' || /^(XX|58|42)/.test(code)
}
