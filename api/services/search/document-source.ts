import type { Queryable, Sql } from '#db/client.ts'
import { DOCUMENT_COLUMNS, type SearchDocument } from './engine.ts'

/** People per round trip: large enough to be quick, small enough to hold. */
export const BATCH_SIZE = 5000

/** What of a person is searched, with which contacts exist and when they were verified. */
export function documentColumns(sql: Queryable) {
  return sql`${sql([...DOCUMENT_COLUMNS])}, coalesce((
    select json_agg(json_build_object('kind', k.kind, 'verified_at',
      to_char(k.verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
    from candidate_contacts_known k where k.candidate_id = candidates.id), '[]') as contacts`
}

/** Every candidate in ascending order of ordinal, streamed. */
export function allDocuments(tx: Queryable): AsyncIterable<SearchDocument[]> {
  return tx<
    SearchDocument[]
  >`select ${documentColumns(tx)} from candidates order by ordinal`.cursor(BATCH_SIZE)
}

/** The candidates with these ordinals that (still) exist. */
export async function documentsOf(sql: Queryable, ordinals: number[]): Promise<SearchDocument[]> {
  return sql<SearchDocument[]>`
    select ${documentColumns(sql)} from candidates where ordinal = any(${ordinals}::integer[])`
}

/** Which database this is, by its own account: the server's identity and the database's. */
export async function databaseIdentity(sql: Queryable): Promise<string> {
  const [row] = await sql<{ identity: string }[]>`
    select system_identifier || '/' ||
      (select oid from pg_database where datname = current_database()) as identity
    from pg_control_system()`
  return row?.identity ?? ''
}

/**
 * The oldest transaction still running, as decimal text: whatever this snapshot of the database
 * does not show yet comes from it or a later one.
 */
export async function oldestRunning(tx: Queryable): Promise<string> {
  const [row] = await tx<{ xmin: string }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`
  return row?.xmin ?? '0'
}

/** Runs reads that all see the database at one moment. */
export function atOneMoment<T>(sql: Sql, read: (tx: Queryable) => Promise<T>): Promise<T> {
  return sql.begin('isolation level repeatable read read only', read) as Promise<T>
}
