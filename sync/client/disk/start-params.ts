import { PGlite } from '@electric-sql/pglite'

/** Holds what a device with 25,000 members reads for a list: less slows each filter of it. */
const CACHE_MB = 64

/**
 * How PostgreSQL starts on a device, as `PGliteOptions.startParams`. It fills its page cache with
 * zeros at each opening, so that PGlite's default of 128 MB costs memory and half of the time of that.
 */
export const startParams = (cacheMb = CACHE_MB) => [
  ...PGlite.defaultStartParams,
  ...['-c', `shared_buffers=${cacheMb}MB`],
]
