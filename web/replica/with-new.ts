/** The rows of the last visit, behind the rows that are new. */
export function withNew(seen: readonly unknown[], rows: readonly unknown[]): unknown[] {
  const known = new Set(seen.map(keyOf))
  return [...rows.filter((row) => !known.has(keyOf(row))), ...seen]
}

/** The key of a row within one answer. */
function keyOf(row: unknown): string {
  const { owner_id, id, candidate_id, key } = row as Record<string, unknown>
  return `${owner_id} ${id ?? candidate_id ?? key}`
}
