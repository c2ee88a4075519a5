import { PGlite } from '@electric-sql/pglite'

/** Holds what a filter over 25,000 members reads: at 32 MB filters take half as long again. */
const CACHE_MB = 64

/**
 * How PostgreSQL starts on a device, as `PGliteOptions.startParams`. PostgreSQL writes zeros over its
 * page cache whenever it opens a database: PGlite's default of 128 MB takes twice the memory, and a
 * fifth longer to open in Chromium. By default it also fills each new file of its log with zeros: for
 * 25,000 members that is 64 MB of log written, not 34.
 * @param isInMemory whether PGlite holds its files in memory, as it does of a database in IndexedDB.
 *   There it copies a file whole whenever PostgreSQL reserves room for more rows, and does not where
 *   PostgreSQL writes zeros instead: a first sync takes half as long. On a disk it would take longer.
 */
export const startParams = ({ cacheMb = CACHE_MB, isInMemory = false } = {}) => [
  ...PGlite.defaultStartParams,
  ...['-c', `shared_buffers=${cacheMb}MB`],
  ...['-c', 'wal_init_zero=off'],
  ...(isInMemory ? ['-c', 'file_extend_method=write_zeros'] : []),
]
