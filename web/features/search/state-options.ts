import { US_STATES } from '#db/schema/regions.ts'
import { formatCount } from '#web/lib/format.ts'
import { stateName } from './filters.ts'

export interface StateOption {
  /** Two-letter code; empty for any state. */
  value: string
  label: string
  /** It has no matches in this search. */
  isDimmed?: boolean
}

/**
 * The states to choose from: by name, or once counted those with most people first. The chosen one is
 * always among them: an address may hold a province, or an unknown code.
 */
export function stateOptions(
  chosen: string,
  facet: Record<string, number> | undefined,
): StateOption[] {
  const isKnown = US_STATES.some(([code]) => code === chosen)
  const visiting = chosen && !isKnown ? [[chosen, stateName(chosen)] as const] : []
  const states = [...visiting, ...US_STATES].map(([code, name]) => {
    if (!facet) return { value: code, label: name, count: 0 }
    const count = facet[code] ?? 0
    return { value: code, label: `${name} (${formatCount(count)})`, count, isDimmed: count === 0 }
  })
  return [
    { value: '', label: 'Any state' },
    ...states.sort((a, b) => b.count - a.count).map(({ count: _, ...option }) => option),
  ]
}
