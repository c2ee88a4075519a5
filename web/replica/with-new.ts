/** Rows that were seen, behind those that are new to them. */
export function withNew(seen: readonly unknown[], rows: readonly unknown[]): unknown[] {
  const known = new Set(seen.map(keyOf))
  return [...rows.filter((row) => !known.has(keyOf(row))), ...seen]
}

/** What names a row within one answer. */
function keyOf(row: unknown): string {
  const { id, candidate_id, key } = row as Record<string, unknown>
  return String(id ?? candidate_id ?? key)
}
