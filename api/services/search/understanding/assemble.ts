import type { Reading } from '../../../../db/schema/search.ts'
import type { TextMatch, TextQuery } from '../text-query.ts'
import type { Option } from './option.ts'
import type { Part } from './text-parts.ts'

/** Alternatives offered for one part. */
const ALTERNATIVES_MAX = 4

/** `(a and b) or (c and d)` has four clauses; no sentence that a person types comes near this. */
const CLAUSES_MAX = 32

/** What a slash between two of them makes alternatives: "RN/LPN", "Dallas/Austin". */
const OF_ONE_KIND: ReadonlySet<Option['kind']> = new Set([
  'specialty',
  'credential',
  'title',
  'skill',
  'city',
  'state',
])

/** The chosen readings, those of one `OR` together. */
export function groupsOf(chosen: readonly Option[], parts: readonly Part[]): Option[][] {
  const groups: Option[][] = []
  let isJoined = false
  for (const option of chosen) {
    if (option.kind === 'or') {
      isJoined = true
      continue
    }
    const first = parts[option.start]
    if (first?.type === 'word' && first.isSlashed && OF_ONE_KIND.has(option.kind)) isJoined = true
    const last = groups.at(-1)
    const isAlternative = isJoined && last !== undefined && canJoin(last, option, parts)
    if (isAlternative) last.push(option)
    else groups.push([option])
    if (option.kind !== 'filler') isJoined = false
  }
  return groups
}

function canJoin(group: readonly Option[], option: Option, parts: readonly Part[]): boolean {
  return [...group, option].every(
    ({ kind, start }) => kind !== 'filler' && kind !== 'contact' && !parts[start]?.isExcluded,
  )
}

/** What the groups ask for: every group must hold, by any of its readings. */
export function clausesOf(groups: readonly Option[][], parts: readonly Part[]): TextQuery {
  return groups.flatMap((group) => {
    const isExcluded = parts[group[0]?.start ?? -1]?.isExcluded === true
    return eitherOf(group).map((anyOf) => ({ anyOf, isExcluded }))
  })
}

/** "Dallas TX or Austin TX" as clauses: one of each pair, whichever pairs there are. */
function eitherOf(group: readonly Option[]): TextMatch[][] {
  const [first, ...others] = group.map(({ matches }) => matches)
  return others.reduce<TextMatch[][]>(
    (clauses, matches) =>
      clauses
        .flatMap((left) => matches.map((right) => distinct([...left, ...right])))
        .slice(0, CLAUSES_MAX),
    first ?? [],
  )
}

function distinct(matches: TextMatch[]): TextMatch[] {
  const seen = new Set<string>()
  return matches.filter(({ field, how, value }) => {
    const key = `${field} ${how} ${value}`
    return !seen.has(key) && seen.add(key)
  })
}

export interface Source {
  text: string
  parts: readonly Part[]
  options: readonly (readonly Option[])[]
  /** What misspelt words were taken for, by part. */
  corrections: ReadonlyMap<number, string>
}

/** How each group was read, in the order of the text. */
export function readingsOf(groups: readonly Option[][], source: Source): Reading[] {
  let group = 0
  const readings: Reading[] = []
  for (const options of groups) {
    if (options.length > 1) group += 1
    for (const option of options) {
      const reading = readingOf(option, source)
      if (options.length > 1) reading.group = group
      const last = readings.at(-1)
      if (reading.kind === 'filler' && last?.kind === 'filler') {
        last.to = reading.to
        last.text = source.text.slice(last.from, last.to)
      } else readings.push(reading)
    }
  }
  return readings
}

function readingOf(option: Option, { text, parts, options, corrections }: Source): Reading {
  const { start, end, kind, values, filters } = option
  const first = parts[start]
  const from = first?.from ?? 0
  const to = parts[end - 1]?.to ?? from
  const isExcluded = first?.isExcluded === true
  const reading: Reading = {
    text: text.slice(from, to),
    from,
    to,
    kind: kind === 'or' ? 'word' : kind,
    values,
  }
  if (isExcluded) reading.isExcluded = true
  const words = parts
    .slice(start, end)
    .map((part, index) => corrections.get(start + index) ?? (part.type === 'word' ? part.word : ''))
  if (parts.slice(start, end).some((_, index) => corrections.has(start + index)))
    reading.corrected = words.join(' ')
  if (filters && !isExcluded) reading.filters = filters
  // "in" is hardly ever Indiana, and would be offered as such in every other sentence.
  const isIdle = kind === 'filler' && !(first?.type === 'word' && first.isUpper)
  const alternatives = isIdle ? [] : otherReadings(option, options[start] ?? [], isExcluded)
  if (alternatives.length > 0) reading.alternatives = alternatives
  return reading
}

const NO_ALTERNATIVE: ReadonlySet<Option['kind']> = new Set(['word', 'filler', 'or', 'contact'])

/** The other readings of the same words, the likeliest first. */
function otherReadings(
  chosen: Option,
  options: readonly Option[],
  isExcluded: boolean,
): NonNullable<Reading['alternatives']> {
  const seen = new Set([chosen.explicit])
  return [...options]
    .sort((a, b) => b.score - a.score)
    .flatMap(({ kind, values, explicit, end }) => {
      if (end !== chosen.end || NO_ALTERNATIVE.has(kind) || kind === 'or' || seen.has(explicit))
        return []
      seen.add(explicit)
      return [{ kind, values, text: isExcluded ? `-${explicit}` : explicit }]
    })
    .slice(0, ALTERNATIVES_MAX)
}
