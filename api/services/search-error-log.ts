import postgres from 'postgres'
import type { Queryable } from '../../db/client.ts'
import type { SearchErrorLogRow, SearchErrorType } from '../../db/schema/search-error-logs.ts'

/** A search that takes longer than this is worth an operator's look. */
export const SLOW_SEARCH_MS = 1000

export type SearchErrorEntry = Omit<SearchErrorLogRow, 'id' | 'occurred_at'>

/** Keeps a failed or slow search for the operators. */
export async function recordSearchError(sql: Queryable, entry: SearchErrorEntry): Promise<void> {
  const filters = entry.search_filters as postgres.JSONValue
  await sql`insert into search_error_logs ${sql({
    ...entry,
    search_filters: filters === null ? null : (sql as postgres.Sql).json(filters),
  })}`
}

const RETENTION_DAYS = 30

/** Deletes what is older than operators look back: visitors write these rows. @returns how many. */
export async function forgetOldSearchErrors(sql: Queryable): Promise<number> {
  const { count } = await sql`
    delete from search_error_logs
    where occurred_at < now() - make_interval(days => ${RETENTION_DAYS})`
  return count
}

/** What kind of failure a thrown value is, in the words of the log. */
export function searchErrorType(error: unknown): SearchErrorType {
  if (error instanceof postgres.PostgresError) {
    // 57014: the statement was cancelled, which the time limit does.
    return error.code === '57014' ? 'timeout' : 'database_error'
  }
  const code = (error as { code?: string }).code ?? ''
  return /^(ECONN|CONNECTION|EPIPE)/.test(code) ? 'database_error' : 'function_error'
}
