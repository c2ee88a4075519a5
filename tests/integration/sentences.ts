import { FILTER_TEXT_MAX } from '#api/contract/search.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { words } from '#api/services/search/text.ts'
import { CONTACTS_ASKED } from '#api/services/search/understanding/has-contact.ts'
import { phrasesOf, TRADE } from '#api/services/search/understanding/lexicon.ts'
import { REGIONS } from '#api/services/search/understanding/regions.ts'
import { EXPLICIT_FIELDS } from '#api/services/search/understanding/text-parts.ts'
import type { Random } from '#db/generate/random.ts'
import { type Draw, weighted } from '#db/generate/weighted.ts'
import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'

/** The searchable columns of a person that sentences are made of. */
export type SentencePerson = Pick<
  SearchDocument,
  | 'first_name'
  | 'last_name'
  | 'credential'
  | 'npi'
  | 'title'
  | 'specialty'
  | 'organization'
  | 'city'
  | 'state'
  | 'office_zip'
  | 'skills'
>

const PHRASES = TRADE.flatMap((row) => phrasesOf(row).map(({ phrase }) => phrase))
const STATES = [...US_STATES, ...CANADIAN_PROVINCES].flat()
const BEFORE = ['looking for a', 'find me', 'need', 'all', 'hiring an experienced', 'who are the']
const BETWEEN = ['in', 'near', 'at', 'with', 'and', 'from', 'OR', 'or', ',']
const LEAVING_OUT = ['not', 'not in', 'except', 'without', 'excluding', 'outside of', 'but not']
const ASIDE = [
  ...CONTACTS_ASKED.keys(),
  ...REGIONS.keys(),
  'spanish speaking',
  'near me',
  'new grad',
]
const NOISE = [
  '"',
  '-',
  '- - -',
  '()',
  '’',
  '🩺',
  'select * from people',
  '…',
  '|',
  'مستشفى',
  '١٢٣',
]

/**
 * Draws sentences without end, as people type them into the search box: parts of an existing person,
 * words of the trade, places and fillers, in some order, some misspelt, quoted, excluded or prefixed
 * with their field; a few are nonsense. The same seed and people give the same sentences.
 */
export function* drawSentences(
  random: Random,
  people: readonly SentencePerson[],
): Generator<string, never> {
  const drawPart = weighted<Draw<string>>([
    [() => random.pick(PHRASES), 40],
    [() => random.pick(STATES), 18],
    [() => random.pick(ASIDE), 8],
    [() => partOf(random, random.pick(people)), 42],
  ])
  for (;;) {
    const parts: string[] = []
    if (random.chance(0.15)) parts.push(random.pick(BEFORE))
    const wanted = random.pick([1, 2, 2, 2, 3, 3, 4])
    for (let part = 0; part < wanted; part++) {
      if (part > 0 && random.chance(0.4)) parts.push(random.pick(BETWEEN))
      else if (random.chance(0.06)) parts.push(random.pick(LEAVING_OUT))
      parts.push(changed(random, drawPart(random)(random)))
    }
    if (random.chance(0.05)) parts.splice(random.below(parts.length + 1), 0, random.pick(NOISE))
    yield parts.join(' ').slice(0, FILTER_TEXT_MAX)
  }
}

function partOf(random: Random, person: SentencePerson): string {
  const { first_name, last_name, credential, npi, title, specialty, organization } = person
  const { city, state, office_zip, skills } = person
  const name = random.pick([
    last_name,
    `${first_name ?? ''} ${last_name ?? ''}`,
    `${last_name ?? ''}, ${first_name ?? ''}`,
    `Dr. ${last_name ?? ''}`,
  ])
  const place = random.pick([city, `${city ?? ''} ${state ?? ''}`, `${city ?? ''}, ${state ?? ''}`])
  const skill = skills.length > 0 ? random.pick(skills) : null
  const start = words(organization ?? '')
    .slice(0, 1 + random.below(3))
    .join(' ')
  const parts = [
    name,
    place,
    office_zip,
    credential,
    npi,
    title,
    specialty,
    organization,
    start,
    skill,
  ]
  return random.pick(parts) ?? ''
}

/**
 * The part as typed: mostly unchanged, else misspelt, cut, quoted, excluded, or prefixed with its
 * field.
 */
function changed(random: Random, part: string): string {
  const draw = random.next()
  if (draw < 0.6) return part
  if (draw < 0.7) return part.toLowerCase()
  if (draw < 0.74) return part.toUpperCase()
  if (draw < 0.84) return misspelt(random, part)
  if (draw < 0.88) return part.slice(0, Math.max(1, Math.floor(part.length * random.next())))
  if (draw < 0.92) return `"${part}"`
  if (draw < 0.96) return `-${part}`
  return `${random.pick(EXPLICIT_FIELDS)}:"${part}"`
}

/** The part with one letter dropped, doubled, changed or swapped with the next. */
function misspelt(random: Random, part: string): string {
  const at = random.below(Math.max(1, part.length))
  const before = part.slice(0, at)
  const letter = part.charAt(at)
  const after = part.slice(at + 1)
  return random.pick([
    before + after,
    before + letter + letter + after,
    `${before}e${after}`,
    before + after.charAt(0) + letter + after.slice(1),
  ])
}
