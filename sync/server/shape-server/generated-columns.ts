/** Stored generated columns come with the stream from this version of PostgreSQL on… */
export const GENERATED_SINCE = 180_000

/** …of a publication that says so. */
export const WITH_GENERATED = '(publish_generated_columns = stored)'
