import { isPerson } from './ambiguity.ts'
import { BEFORE_PLACES } from './filler.ts'
import { isOnlyJoint } from './negation.ts'
import type { Option } from './option.ts'
import type { Part } from './text-parts.ts'

/** The text between two readings. */
export interface Link {
  isOr: boolean
  isAnd: boolean
  /** Whether another reading separates the two, so that they are unrelated. */
  isApart: boolean
}

export const NO_LINK: Link = { isOr: false, isAnd: false, isApart: false }

/** The link extended by one filler or operator. */
export function linkAfter(link: Link, option: Option, parts: readonly Part[]): Link {
  if (option.kind === 'or') return { ...link, isOr: true }
  // An "or" beside an omitted part joined that part: "moving or relocating to Texas".
  if (option.topic !== undefined) return { isOr: false, isAnd: false, isApart: true }
  if (isOnlyJoint(option, parts)) return { ...link, isAnd: true }
  const first = parts[option.start]
  const isPreposition =
    option.end === option.start + 1 && first?.type === 'word' && BEFORE_PLACES.has(first.word)
  return isPreposition ? link : { ...link, isApart: true }
}

/** Kinds of readings that a slash makes alternatives: "RN/LPN", "Dallas/Austin". */
const SLASHED: ReadonlySet<Option['kind']> = new Set([
  'specialty',
  'credential',
  'title',
  'skill',
  'city',
  'state',
])

const PLACES: ReadonlySet<Option['kind']> = new Set([
  'city',
  'state',
  'country',
  'region',
  'postal_code',
])
const WORK: ReadonlySet<Option['kind']> = new Set(['specialty', 'credential', 'title'])

interface Between {
  link: Link
  parts: readonly Part[]
  /** Whether a person is named: all credentials after a name belong to that person. */
  isNamed: boolean
}

/**
 * Whether two readings are alternatives: they are joined by `OR` or a slash, or no one person can
 * have both. No one lives in two states, so "Texas and Oklahoma" means either; so does "RNs and
 * LPNs", but "MD and PhD" is one person.
 */
export function joins(last: Option, option: Option, { link, parts, isNamed }: Between): boolean {
  if (last.isExcluded || option.isExcluded) return false
  if (last.kind === 'contact' || option.kind === 'contact') return false
  const first = parts[option.start]
  const word = first?.type === 'word' ? first : undefined
  if (link.isOr || (word?.isSlashed && SLASHED.has(option.kind))) return true
  if (link.isApart) return false
  const isListed = link.isAnd || word?.isAfterComma === true
  if (PLACES.has(last.kind) && PLACES.has(option.kind))
    return link.isAnd || last.kind === option.kind
  if (!isListed || isNamed || !WORK.has(last.kind) || !WORK.has(option.kind)) return false
  return areOtherPeople(last, option, parts)
}

/** The degrees of which a physician has exactly one: MD or DO. */
const isDegree = ({ concept }: Option) =>
  concept?.isPhysician === true && concept.specialties.length === 0 && concept.titles.length === 0

/** Whether two professions, or two fields, are never combined by one person. */
function areOtherPeople(one: Option, other: Option, parts: readonly Part[]): boolean {
  if (isDegree(one) && isDegree(other)) return one.concept?.id !== other.concept?.id
  const isProfession = ({ kind, concept }: Option) =>
    kind === 'title' || (concept !== undefined && concept.specialties.length > 0)
  if (!isProfession(one) || !isProfession(other)) return false
  const isOfPeople = (option: Option) => option.kind === 'title' || isPerson(option, parts)
  if (isOfPeople(one) !== isOfPeople(other)) return false
  const held = new Set(one.concept?.specialties ?? [])
  return !(other.concept?.specialties ?? []).some((specialty) => held.has(specialty))
}
