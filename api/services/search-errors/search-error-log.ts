import postgres from 'postgres'
import type { Queryable } from '#db/client.ts'
import type { SearchErrorLogRow, SearchErrorType } from '#db/schema/search-error-logs.ts'

/** A search slower than this is logged for the operators. */
export const SLOW_SEARCH_MS = 1000

/** A failed or slow search as it is logged. */
export type NewSearchError = Omit<SearchErrorLogRow, 'id' | 'occurred_at' | 'fingerprint'>

/**
 * Entries per user and hour; all visitors count as one user. Further entries add no information,
 * and a flood would bury the errors of others.
 */
export const ENTRIES_PER_HOUR = 600

/** Logs a failed or slow search, unless its user is over the hourly limit. */
export async function recordSearchError(sql: Queryable, entry: NewSearchError): Promise<void> {
  const writer = entry.user_email ?? ''
  const filters = entry.search_filters as postgres.JSONValue
  await sql`
    insert into search_error_logs (
      user_email, ip_address, error_type, error_code, edge_function_name, response_time_ms,
      error_message, search_query, search_url, search_filters, user_agent
    )
    select ${entry.user_email}, ${entry.ip_address}, ${entry.error_type}, ${entry.error_code},
      ${entry.edge_function_name}, ${entry.response_time_ms}::int, ${entry.error_message},
      ${entry.search_query}, ${entry.search_url},
      ${filters === null ? null : (sql as postgres.Sql).json(filters)}, ${entry.user_agent}
    where (
      select count(*) from (
        select from search_error_logs
        where coalesce(user_email, '') = ${writer} and occurred_at > now() - interval '1 hour'
        limit ${ENTRIES_PER_HOUR}
      ) recent
    ) < ${ENTRIES_PER_HOUR}`
}

const RETENTION_DAYS = 30

/**
 * Deletes entries past their retention time, including those that visitors caused.
 * @returns how many
 */
export async function purgeSearchErrors(sql: Queryable): Promise<number> {
  const { count } = await sql`
    delete from search_error_logs
    where occurred_at < now() - make_interval(days => ${RETENTION_DAYS})`
  return count
}

/** The `code` of a thrown value, otherwise its name. */
export function searchErrorCode(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown').slice(0, 50)
}

/** The log's type for a thrown value. */
export function searchErrorType(error: unknown): SearchErrorType {
  if (error instanceof postgres.PostgresError) {
    // 57014, query_canceled: the statement timeout.
    return error.code === '57014' ? 'timeout' : 'database_error'
  }
  const code = (error as { code?: string }).code ?? ''
  return /^(ECONN|CONNECTION|EPIPE)/.test(code) ? 'database_error' : 'function_error'
}
