import type { PGliteInterface, Transaction } from '@electric-sql/pglite'

/** What the replica needs of PGlite: one that is opened already, in memory or kept. */
export type Database = Pick<PGliteInterface, 'query' | 'exec' | 'transaction'>

/** Where statements of one transaction go. */
export type Tx = Pick<Transaction, 'query' | 'exec'>
