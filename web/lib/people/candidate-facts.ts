import type { Candidate } from '#api/contract/candidates.ts'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { linkedInAddress } from '#db/schema/linkedin-address.ts'
import { specialtyName } from '#db/schema/specialty-name.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import { formatCount, formatPlace, presentText, presentTexts } from '#web/lib/format.ts'
import { DAY_MS, formatAge, formatStart } from '#web/lib/format-time.ts'

/** A way to reach a person; the best contact of its kinds stands for it. */
export type ContactChannel = 'phone' | 'email'

/** The kinds of each channel, the preferred first: personal before work, mobile before desk line. */
const CHANNEL_KINDS: Record<ContactChannel, readonly ContactKind[]> = {
  phone: ['phone', 'direct_phone'],
  email: ['personal_email', 'work_email'],
}

/** Shown beside the channel: "Reveal email", "personal, checked 12 days ago". */
export const KIND_WORDS: Record<ContactKind, string> = {
  phone: 'mobile',
  direct_phone: 'direct line',
  personal_email: 'personal',
  work_email: 'work',
}

/** The channel of a kind. */
export const channelOf = (kind: ContactKind): ContactChannel =>
  CHANNEL_KINDS.phone.includes(kind) ? 'phone' : 'email'

/** A contact as it is ordered, known or revealed. */
interface Preferable {
  kind: ContactKind
  is_disputed?: true | undefined
}

/** The contacts of a channel, the preferred first, a disputed one after the others. */
export function contactsOf<T extends Preferable>(
  contacts: readonly T[],
  channel: ContactChannel,
): T[] {
  const ofChannel = CHANNEL_KINDS[channel].flatMap((kind) =>
    contacts.filter((contact) => contact.kind === kind),
  )
  const isLast = ({ is_disputed }: T) => Number(is_disputed === true)
  return ofChannel.toSorted((one, other) => isLast(one) - isLast(other))
}

/** The contact that stands for a channel: a disputed one only for want of another. */
export const bestContact = <T extends Preferable>(
  contacts: readonly T[],
  channel: ContactChannel,
): T | undefined => contactsOf(contacts, channel)[0]

/** The names of sources, as people know them; contacts of others are shown without one. */
const SOURCE_WORDS: Record<string, string> = {
  nppes: 'NPPES',
  dac: 'Medicare',
  csv: 'business data',
  submission: 'own resume',
  synthetic: 'sample',
}

/** How old a contact is: checked in the last month, in the last half year, or before that or never. */
export type ContactTone = 'fresh' | 'aging' | 'old' | 'disputed'

export interface ContactAge {
  /** "checked", "listed", "never checked", "reported wrong by two". */
  said: string
  /** "12 days ago"; null without a date. */
  ago: string | null
  /** "NPPES"; null where it is not known by a name. */
  source: string | null
  tone: ContactTone
}

const FRESH_DAYS = 30
const AGING_DAYS = 180

/** When a contact was last checked, and by what source; else when its source last wrote it down. */
export function contactAge(contact: ContactKnown, now = new Date()): ContactAge {
  const source = SOURCE_WORDS[contact.source] ?? null
  const date = contact.verified_at ?? contact.listed_at ?? null
  const ago = date && formatAge(date, now)
  if (contact.is_disputed)
    return { said: 'reported wrong by two', ago: null, source, tone: 'disputed' }
  if (date === null) return { said: 'never checked', ago, source, tone: 'old' }
  const days = (now.getTime() - Date.parse(date)) / DAY_MS
  const tone = days <= FRESH_DAYS ? 'fresh' : days <= AGING_DAYS ? 'aging' : 'old'
  return { said: contact.verified_at ? 'checked' : 'listed', ago, source, tone }
}

/** "mobile, checked 12 days ago · NPPES". */
export function contactAgeWords(contact: ContactKnown, now?: Date): string {
  const { said, ago, source } = contactAge(contact, now)
  const age = presentTexts([said, ago]).join(' ')
  return `${KIND_WORDS[contact.kind]}, ${presentTexts([age, source]).join(' · ')}`
}

/** "mobile", "personal email": the kinds of known contacts, the preferred first. */
export function contactKindWords(kinds: readonly ContactKind[]): string[] {
  return (['phone', 'email'] as const).flatMap((channel) =>
    CHANNEL_KINDS[channel]
      .filter((kind) => kinds.includes(kind))
      .map((kind) => (channel === 'email' ? `${KIND_WORDS[kind]} email` : KIND_WORDS[kind])),
  )
}

/** Contacts in the order of preference: the numbers, then the addresses. */
export const preferredFirst = <T extends Preferable>(contacts: readonly T[]): T[] => [
  ...contactsOf(contacts, 'phone'),
  ...contactsOf(contacts, 'email'),
]

type Named = Pick<Candidate, 'first_name' | 'middle_name' | 'last_name'>

/** First, middle and last name; "Unknown Professional" without any. */
export function fullName(person: Named): string {
  const parts = presentTexts([person.first_name, person.middle_name, person.last_name])
  return parts.join(' ') || 'Unknown Professional'
}

/** The specialty in its usual spelling; null where it is unknown. */
export function specialtyOf(person: Pick<Candidate, 'specialty'>): string | null {
  const specialty = presentText(person.specialty)
  return specialty && specialtyName(specialty)
}

/** First letters of first and last name, for the avatar. */
export function initials(person: Named): string {
  const names = presentTexts([person.first_name, person.last_name])
  return names.map((name) => [...name][0]?.toUpperCase()).join('') || '?'
}

/** City and state, and apart the office's zip code where the office is in that city. */
export function placeOf(person: Candidate): { place: string; zip: string | null } {
  const zip = presentText(person.office_zip)
  if (!presentText(person.city)) {
    const state = presentText(person.office_state) ?? person.state
    return { place: formatPlace(person.office_city, state), zip }
  }
  const isOfficeHere = person.office_city?.toLowerCase() === person.city?.toLowerCase()
  return { place: formatPlace(person.city, person.state), zip: isOfficeHere ? zip : null }
}

/** A line of a profile. */
export interface Fact {
  label: string
  value: string
}

const facts = (...pairs: [label: string, value: string | null][]): Fact[] =>
  pairs.flatMap(([label, value]) => {
    const text = presentText(value)
    return text ? [{ label, value: text }] : []
  })

/** Registries write one letter. */
const GENDER_WORDS: Record<string, string> = { F: 'Female', M: 'Male' }

/**
 * Facts about work and employer, without the unknown ones.
 * @param said labels that the screen shows elsewhere: no fact is shown twice.
 */
export function professionalFacts(person: Candidate, said: readonly string[] = []): Fact[] {
  return facts(
    ['Title', person.title],
    ['Level', person.title_level],
    ['Function', person.job_function],
    ['Specialty', specialtyOf(person)],
    ['Organization', person.organization],
    ['Industry', person.company_industry],
    ['Company size', person.company_size],
    ['Revenue', person.company_revenue],
    ['Website', person.company_domain],
    ['Company since', formatStart(person.company_start_date)],
    ['NPI', person.npi],
    ['Gender', GENDER_WORDS[person.gender ?? ''] ?? person.gender],
    ['Connections', person.connections === null ? null : formatCount(person.connections)],
  ).filter(({ label }) => !said.includes(label))
}

/** Facts about home and office, without the unknown ones. */
export function locationFacts(person: Candidate): Fact[] {
  return facts(
    ['Location', formatPlace(person.city, person.state)],
    ['Office', formatPlace(person.office_city, person.office_state, person.office_zip)],
    ['Country', person.country],
  )
}

/**
 * School as label, degree and year as value; an education that the source did not split is a fact of its
 * own.
 */
export function educationFacts(education: Candidate['education']): Fact[] {
  if (typeof education === 'string') {
    const text = presentText(education)
    return text ? [{ label: text, value: '' }] : []
  }
  return (education ?? []).flatMap((entry) => {
    const school = presentText(entry.school)
    if (!school) return []
    const year = entry.year === null ? null : String(entry.year)
    return [{ label: school, value: presentTexts([entry.degree, year]).join(', ') }]
  })
}

/**
 * The person's address at LinkedIn; null where it breaks the rule, which is newer than some stored rows.
 */
export function linkedInUrl(person: Pick<Candidate, 'linkedin_url'>): string | null {
  return linkedInAddress(presentText(person.linkedin_url) ?? '') || null
}
