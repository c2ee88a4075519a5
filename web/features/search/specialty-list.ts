import type { SpecialtyOption } from '#web/lib/people/specialty-counts.ts'
import type { CountedOption } from './option-list.tsx'

/** Rows shown before expanding: enough to choose from, few enough to scan. */
const ROWS = 10

/**
 * The specialties to list: those whose name contains the words, by matches in this search (in the whole
 * directory until a search has counted them), and the chosen ones. Once counted, those without matches
 * go. A row stays in place when ticked, because no facet counts under its own filter; chosen ones out of
 * view come first.
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
  /** The list is expanded. */
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
