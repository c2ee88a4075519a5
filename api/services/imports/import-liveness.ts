import type { PendingQuery, Row, TransactionSql } from 'postgres'
import type { Queryable, Sql } from '#db/client.ts'

/**
 * The advisory lock of the process that runs an import, held on one connection for as long as it
 * runs: only one import runs at a time over all processes, and an import that is marked running
 * while the lock is free was interrupted. It is separate from `IMPORT_LOCK`, which the command line
 * and removals take as well. Any number below 2³²: `pg_locks` shows larger ones in two halves.
 */
export const RUNNER_LOCK = 4_216_003

/** SQL: whether any process runs an import of this database. */
export function isRunnerBusy(sql: Queryable) {
  return sql`exists (
    select 1 from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = ${RUNNER_LOCK} and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database()))`
}

/**
 * Selects imports with their true state: an import that is marked running without a process was
 * interrupted. The lock is read before the rows, because a run stores its outcome before it frees
 * the lock: in the opposite order an import that ends between the two reads would look interrupted.
 * An import that started in between counts as running.
 * @param query is given the state, as SQL.
 */
export function withPresentState<T>(
  sql: Sql,
  query: (tx: TransactionSql, state: PendingQuery<Row[]>) => Promise<T>,
): Promise<T> {
  // Each statement has its own snapshot, whatever the database's default.
  return sql.begin('isolation level read committed', async (tx) => {
    const [runner] = await tx<{ isBusy: boolean }[]>`select ${isRunnerBusy(tx)} as "isBusy"`
    const state = tx`
      case when state in ('checking', 'importing') and not ${runner?.isBusy === true}
        and started_at < now() then 'broken_off' else state end`
    return query(tx, state)
  }) as Promise<T>
}
