/**
 * The time columns of all shapes, which queries do not rename. They are listed here because the first
 * paint needs them, and would otherwise load every table's schema first.
 */
export const TIME_COLUMNS: ReadonlySet<string> = new Set([
  'added_at',
  'assigned_at',
  'calling_at',
  'checked_at',
  'closed_at',
  'confirmed_at',
  'created_at',
  'current_period_end',
  'deleted_at',
  'ended_at',
  'export_date',
  'found_at',
  'happened_at',
  'joined_at',
  'lapsed_at',
  'read_at',
  'redacted_at',
  'removed_at',
  'revealed_at',
  'set_at',
  'stage_at',
  'stop_at',
  'told_at',
  'touched_at',
  'updated_at',
])

/** Turns the times of a query's row, text after JSON, into `Date` again. */
export function reviveTimes(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      column,
      TIME_COLUMNS.has(column) && typeof value === 'string' ? new Date(value) : value,
    ]),
  )
}
