import type { CountedOption } from './option-list.tsx'
import type { SpecialtyOption } from './specialty-counts.ts'

/** Rows in view at once: enough to pick from, few enough to stay quick. */
const ROWS = 10

/** Which specialties to list: those chosen, then by frequency those whose name holds the words. */
export function shownSpecialties({
  options,
  chosen,
  sought,
  facet,
}: {
  options: readonly SpecialtyOption[]
  chosen: readonly string[]
  sought: string
  facet: Record<string, number> | undefined
}): { shown: CountedOption[]; hiddenCount: number } {
  const live = facet && foldedFacet(facet)
  const chosenNames = new Set(chosen.map(fold))
  const toOption = ({ specialty, count }: SpecialtyOption): CountedOption => ({
    value: chosen.find((name) => fold(name) === fold(specialty)) ?? specialty,
    label: specialty,
    count: live ? (live.get(fold(specialty)) ?? 0) : count,
  })
  const words = fold(sought).split(/\s+/)
  const matching = options.filter(({ specialty }) => {
    const name = fold(specialty)
    return !chosenNames.has(name) && words.every((word) => name.includes(word))
  })
  const picked = chosen.map((name) =>
    toOption(
      options.find(({ specialty }) => fold(specialty) === fold(name)) ?? {
        specialty: name,
        count: null,
      },
    ),
  )
  const shown = [...picked, ...matching.slice(0, ROWS).map(toOption)]
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
