import type { SearchDocument } from '#api/services/search/engine.ts'
import { fold } from '#api/services/search/text.ts'
import { SORT_KEYS, type SortKey } from '#db/schema/vocabulary.ts'
import { DAYS_END, dayOf } from './day-blocks.ts'

/** The possible orders: the sort keys, and the quality of a person independent of the search. */
export const ORDER_KEYS = [...SORT_KEYS, 'best'] as const
export type OrderKey = (typeof ORDER_KEYS)[number]

const SORT_FIELDS = {
  name: ['last_name', 'first_name', 'middle_name'],
  title: ['title'],
  specialty: ['specialty'],
  organization: ['organization'],
  location: ['state', 'city'],
} as const satisfies Partial<Record<SortKey, readonly (keyof SearchDocument)[]>>

/** The number of parts that a sort key's values have at most. */
export const SORT_PARTS: Record<OrderKey, number> = {
  name: SORT_FIELDS.name.length,
  title: SORT_FIELDS.title.length,
  specialty: SORT_FIELDS.specialty.length,
  organization: SORT_FIELDS.organization.length,
  location: SORT_FIELDS.location.length,
  verified: 1,
  best: 1,
}

/**
 * Separates the parts of a sort value. It is below every letter, so that "Van" sorts before "Van
 * Dyk".
 */
export const PART_SEPARATOR = '\u0001'

/** A document's folded sort value: its parts; empty when it sorts last. */
export function sortParts(document: SearchDocument, key: OrderKey): string[] {
  if (key === 'best') return [digits(bestRank(document))]
  if (key === 'verified') {
    const day = lastVerified(document)
    return day === undefined ? [] : [digits(day)]
  }
  const parts: string[] = []
  for (const field of SORT_FIELDS[key]) {
    const text = document[field]
    if (text !== null) parts.push(fold(text).replaceAll(PART_SEPARATOR, ''))
  }
  return parts.filter((part) => part !== '')
}

/** The day on which a contact was last verified, in days since 1970. */
export function lastVerified({ contacts }: SearchDocument): number | undefined {
  return latest(contacts)
}

/**
 * A person's quality independent of the search, the best first: a verified mobile or personal e-mail,
 * the most recent first; then how complete the profile is.
 */
export function bestRank(document: SearchDocument): number {
  const personal = document.contacts.filter(
    ({ kind }) => kind === 'phone' || kind === 'personal_email',
  )
  const day = latest(personal)
  const staleness = day === undefined ? DAYS_END : DAYS_END - 1 - day
  return staleness * COMPLETENESS_END + (COMPLETENESS_END - 1 - completeness(document))
}

/** A number above the highest completeness. */
const COMPLETENESS_END = 16

/** How many facts about a person are known: eight columns, and each kind of contact. */
function completeness(document: SearchDocument): number {
  const { last_name, credential, title, specialty, organization, city, skills, education } =
    document
  const facts = [last_name, credential, title, specialty, organization, city]
  const known = facts.filter((fact) => fact !== null).length
  return (
    known +
    Number(skills.length > 0) +
    Number(education !== null && education.length > 0) +
    document.contacts.length
  )
}

function latest(contacts: SearchDocument['contacts']): number | undefined {
  let last: number | undefined
  for (const { verified_at } of contacts) {
    if (verified_at === null) continue
    const day = dayOf(Date.parse(verified_at))
    if (last === undefined || day > last) last = day
  }
  return last
}

const digits = (value: number) => String(value).padStart(7, '0')
