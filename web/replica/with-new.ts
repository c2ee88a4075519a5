/**
 * The rows of the last visit with those that are new, each behind the row that it follows here. Of a
 * long list the first rows are kept alone: the others are no newer for that.
 */
export function withNew(seen: readonly unknown[], rows: readonly unknown[]): unknown[] {
  const known = new Set(seen.map(keyOf))
  const first: unknown[] = []
  const following = new Map<string, unknown[]>()
  let added = first
  for (const row of rows) {
    const key = keyOf(row)
    if (!known.has(key)) {
      added.push(row)
      continue
    }
    added = []
    following.set(key, added)
  }
  return [...first, ...seen.flatMap((row) => [row, ...(following.get(keyOf(row)) ?? [])])]
}

/** The key of a row within one answer. */
function keyOf(row: unknown): string {
  const { owner_id, id, candidate_id, key } = row as Record<string, unknown>
  return `${owner_id} ${id ?? candidate_id ?? key}`
}
