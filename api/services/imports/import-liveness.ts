import type { Queryable } from '#db/client.ts'

/**
 * Held by the process that runs an import, on one connection and as long as it does: one import runs at
 * a time over all processes, and one that says it runs while nobody holds this has broken off. Beside
 * `IMPORT_LOCK`, which the command line and removals take as well. Any number; below 2³², because
 * `pg_locks` shows larger ones in two halves.
 */
export const RUNNER_LOCK = 4_216_003

/** SQL that says whether some process runs an import of this database. */
export function isRunnerBusy(sql: Queryable) {
  return sql`exists (
    select 1 from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = ${RUNNER_LOCK} and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database()))`
}

/** SQL of an import's state as it is: one that nobody runs has broken off. */
export function presentState(sql: Queryable) {
  return sql`
    case when state in ('checking', 'importing') and not ${isRunnerBusy(sql)}
      then 'broken_off' else state end`
}
