import type { SpecialtyCount } from '#api/contract/search.ts'
import { specialtyName } from '#db/schema/specialty-name.ts'

/** Merges counts by spelling into counts by name, most frequent first, then by name. */
export function mergeSpecialtyCounts(counts: Iterable<[string, number]>): SpecialtyCount[] {
  const merged = new Map<string, number>()
  for (const [raw, count] of counts) {
    const name = specialtyName(raw)
    if (name !== '') merged.set(name, (merged.get(name) ?? 0) + count)
  }
  return [...merged]
    .map(([specialty, count]) => ({ specialty, count }))
    .sort((a, b) => b.count - a.count || byCodePoint(a.specialty, b.specialty))
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
