import type { Option } from './option.ts'
import type { Part } from './text-parts.ts'

/** Readings of where people lived or worked, to which words for the past may apply. */
const WHERE: ReadonlySet<Option['kind']> = new Set([
  'city',
  'state',
  'country',
  'region',
  'organization',
])

/** The word that introduces the present place: "moved to Texas". */
const NOW = 'to'

/**
 * Omits a former place or employer, together with the words that mark it so: "formerly in Ohio",
 * "moved from Ohio", "former Kaiser nurse".
 */
export function withoutPast(chosen: readonly Option[], parts: readonly Part[]): Option[] {
  const kept: Option[] = []
  for (let at = 0; at < chosen.length; at++) {
    const option = chosen[at] as Option
    let next = at + 1
    while (isBetween(chosen[next], parts)) next++
    const place = chosen[next]
    if (option.topic === 'past' && place && WHERE.has(place.kind)) {
      kept.push({ ...option, end: place.end })
      at = next
    } else kept.push(option)
  }
  return kept
}

function isBetween(option: Option | undefined, parts: readonly Part[]): boolean {
  if (option?.kind !== 'filler' || option.topic !== undefined) return false
  const last = parts[option.end - 1]
  return last?.type === 'word' && last.word !== NOW
}
