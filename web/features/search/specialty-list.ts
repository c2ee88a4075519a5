import type { SpecialtyOption } from '#web/lib/specialty-counts.ts'
import type { CountedOption } from './option-list.tsx'

/** Rows in view until more are asked for: enough to pick from, few enough to stay quick. */
const ROWS = 10

/**
 * Which specialties to list: those whose name holds the words, most people of this search first (of
 * the whole directory until one has counted), and those chosen. Once counted, those of nobody go. A row
 * stays where it is when ticked, because no facet counts under its own filter; what is chosen and not in
 * view comes first.
 */
export function shownSpecialties({
  options,
  chosen,
  sought,
  facet,
  isOpen,
}: {
  options: readonly SpecialtyOption[]
  chosen: readonly string[]
  sought: string
  facet: Record<string, number> | undefined
  /** All of them, and not the first alone. */
  isOpen: boolean
}): { shown: CountedOption[]; hiddenCount: number } {
  const live = facet && foldedFacet(facet)
  const uncounted = (specialty: string): SpecialtyOption => ({
    specialty,
    count: live ? (live.get(fold(specialty)) ?? 0) : null,
  })
  const words = fold(sought).split(/\s+/)
  const counted = live
    ? options
        .map(({ specialty }) => ({ specialty, count: live.get(fold(specialty)) ?? 0 }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
    : options
  const matching = counted.filter(({ specialty }) =>
    words.every((word) => fold(specialty).includes(word)),
  )
  const inView = isOpen ? matching : matching.slice(0, ROWS)
  const outOfView = chosen
    .filter((name) => !inView.some(({ specialty }) => fold(specialty) === fold(name)))
    .map(
      (name) => counted.find(({ specialty }) => fold(specialty) === fold(name)) ?? uncounted(name),
    )
  const shown = [...outOfView, ...inView].map(({ specialty, count }) => ({
    value: chosen.find((name) => fold(name) === fold(specialty)) ?? specialty,
    label: specialty,
    count,
  }))
  return { shown, hiddenCount: Math.max(0, matching.length - ROWS) }
}

function fold(text: string): string {
  return text.trim().toLowerCase()
}

/** Spellings that differ in case are one specialty. */
function foldedFacet(facet: Record<string, number>): Map<string, number> {
  const folded = new Map<string, number>()
  for (const [name, count] of Object.entries(facet)) {
    folded.set(fold(name), (folded.get(fold(name)) ?? 0) + count)
  }
  return folded
}
