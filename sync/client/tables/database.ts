import type { PGliteInterface, Transaction } from '@electric-sql/pglite'

/** What the replica needs of PGlite: one that is opened already, in memory or kept. */
export type Database = Pick<PGliteInterface, 'query' | 'exec' | 'transaction'>

/** Where statements of one transaction go. */
export type Tx = Pick<Transaction, 'query' | 'exec'>

/**
 * Whether a read failed for what the database is, and not for what was asked: PGlite itself ended, or
 * PostgreSQL names a damage (XX), a file (58), or that what the read names is not there (42).
 */
export function isDamage(fault: unknown): boolean {
  const { code } = fault as { code?: unknown }
  return typeof code !== 'string' || /^(XX|58|42)/.test(code)
}
