/** Stored generated columns are streamed from this version of PostgreSQL on… */
export const GENERATED_SINCE = 180_000

/** …if the publication says so. */
export const WITH_GENERATED = '(publish_generated_columns = stored)'
