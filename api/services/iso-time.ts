import type { Queryable } from '#db/client.ts'

/** SQL: a column's time as ISO 8601 in UTC, with milliseconds, as `Date` writes it. */
export function isoTime(sql: Queryable, column: string) {
  return sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
