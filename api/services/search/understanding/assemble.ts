import type { Reading } from '#api/contract/search.ts'
import type { TextMatch, TextQuery } from '#api/services/search/text-query.ts'
import { joins, type Link, linkAfter, NO_LINK } from './joining.ts'
import type { Option } from './option.ts'
import type { Part } from './text-parts.ts'

/** Alternatives offered per part. */
const ALTERNATIVES_MAX = 4

/** Groups the chosen readings; a person need match only one reading of a group. */
export function groupsOf(chosen: readonly Option[], parts: readonly Part[]): Option[][] {
  const isNamed = chosen.some(({ kind }) => kind === 'name')
  const groups: Option[][] = []
  let group: Option[] | undefined
  let link: Link = NO_LINK
  for (const option of chosen) {
    if (option.kind === 'or' || option.kind === 'filler') {
      link = linkAfter(link, option, parts)
      if (option.kind === 'filler') groups.push([option])
      continue
    }
    const last = group?.at(-1)
    if (group && last && joins(last, option, { link, parts, isNamed })) group.push(option)
    else {
      group = [option]
      groups.push(group)
    }
    link = NO_LINK
  }
  return groups
}

/** The groups as clauses: a person must match every group, by any of its readings. */
export function clausesOf(groups: readonly Option[][]): TextQuery {
  return groups.map((group) => ({
    anyOf: distinct(group.flatMap(({ matches }) => matches)),
    isExcluded: group[0]?.isExcluded === true,
  }))
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
  /** The corrections of misspelt words, by part. */
  corrections: ReadonlyMap<number, string>
}

/** The reading of each group, in the order of the text. */
export function readingsOf(groups: readonly Option[][], source: Source): Reading[] {
  const alternatives = groups.filter((group) => group.length > 1)
  const inOrder = groups
    .flatMap((group) => group.map((option) => ({ option, of: alternatives.indexOf(group) + 1 })))
    .sort((a, b) => a.option.start - b.option.start)
  const readings: Reading[] = []
  for (const { option, of } of inOrder) {
    const reading = readingOf(option, source)
    if (of > 0) reading.group = of
    const last = readings.at(-1)
    if (reading.kind === 'filler' && last?.kind === 'filler') {
      last.to = reading.to
      last.text = source.text.slice(last.from, last.to)
    } else readings.push(reading)
  }
  return readings
}

function readingOf(option: Option, { text, parts, options, corrections }: Source): Reading {
  const { start, end, kind, values, filters, isExcluded = false, excludedFrom } = option
  const first = parts[start]
  const from = first?.from ?? 0
  const to = parts[end - 1]?.to ?? from
  const reading: Reading = {
    text: text.slice(from, to),
    from,
    to,
    kind: kind === 'or' || kind === 'not' ? 'word' : kind,
    values,
  }
  if (isExcluded) reading.isExcluded = true
  if (excludedFrom !== undefined) reading.excludedFrom = excludedFrom
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

const NO_ALTERNATIVE: ReadonlySet<Option['kind']> = new Set([
  'word',
  'filler',
  'or',
  'not',
  'contact',
])

/** The other readings of the same words, the most likely first. */
function otherReadings(
  chosen: Option,
  options: readonly Option[],
  isExcluded: boolean,
): NonNullable<Reading['alternatives']> {
  const seen = new Set([chosen.explicit])
  return [...options]
    .sort((a, b) => b.score - a.score)
    .flatMap(({ kind, values, explicit, end }) => {
      if (end !== chosen.end || NO_ALTERNATIVE.has(kind) || seen.has(explicit)) return []
      if (kind === 'or' || kind === 'not') return []
      seen.add(explicit)
      return [{ kind, values, text: isExcluded ? `-${explicit}` : explicit }]
    })
    .slice(0, ALTERNATIVES_MAX)
}
