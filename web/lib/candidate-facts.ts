import type { Candidate } from '#api/contract/candidates.ts'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { linkedInAddress } from '#db/schema/linkedin-address.ts'
import { specialtyName } from '#db/schema/specialty-name.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import {
  formatAge,
  formatCount,
  formatPlace,
  formatStart,
  presentText,
  presentTexts,
} from './format.ts'

/** A way to reach a person; the best contact of its kinds stands for it. */
export type ContactChannel = 'phone' | 'email'

/** The kinds of each channel, the preferred first: personal before work, mobile before desk line. */
const CHANNEL_KINDS: Record<ContactChannel, readonly ContactKind[]> = {
  phone: ['phone', 'direct_phone'],
  email: ['personal_email', 'work_email'],
}

/** Shown beside the channel: "Reveal email", "personal, verified 12 days ago". */
const KIND_WORDS: Record<ContactKind, string> = {
  phone: 'mobile',
  direct_phone: 'direct line',
  personal_email: 'personal',
  work_email: 'work',
}

/** The contact that stands for a channel, known or revealed. */
export function bestContact<T extends { kind: ContactKind }>(
  contacts: readonly T[],
  channel: ContactChannel,
): T | undefined {
  for (const kind of CHANNEL_KINDS[channel]) {
    const contact = contacts.find((candidate) => candidate.kind === kind)
    if (contact) return contact
  }
  return undefined
}

/** "mobile, verified 12 days ago"; only "mobile" where the day of verification is unknown. */
export function contactFreshness(contact: ContactKnown, now?: Date): string {
  const word = KIND_WORDS[contact.kind]
  return contact.verified_at ? `${word}, verified ${formatAge(contact.verified_at, now)}` : word
}

/**
 * "mobile, personal email": the kinds of known contacts, the preferred first. Empty without contacts.
 */
export function contactKindsLine(kinds: readonly ContactKind[]): string {
  return (['phone', 'email'] as const)
    .flatMap((channel) =>
      CHANNEL_KINDS[channel]
        .filter((kind) => kinds.includes(kind))
        .map((kind) => (channel === 'email' ? `${KIND_WORDS[kind]} email` : KIND_WORDS[kind])),
    )
    .join(', ')
}

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

/** City and state, with the office's zip code where the office is in that city. */
export function placeOf(person: Candidate): string {
  if (!presentText(person.city)) {
    return formatPlace(
      person.office_city,
      presentText(person.office_state) ?? person.state,
      person.office_zip,
    )
  }
  const isOfficeHere = person.office_city?.toLowerCase() === person.city?.toLowerCase()
  return formatPlace(person.city, person.state, isOfficeHere ? person.office_zip : null)
}

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
