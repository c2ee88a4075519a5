import type { Candidate, ContactKnown } from '#db/schema/candidates.ts'
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

/** What a person asks for; each is met by the best contact of its kinds. */
export type ContactChannel = 'phone' | 'email'

/** Kinds of each channel, the preferred first: personal before work, mobile before desk line. */
const CHANNEL_KINDS: Record<ContactChannel, readonly ContactKind[]> = {
  phone: ['phone', 'direct_phone'],
  email: ['personal_email', 'work_email'],
}

/** They stand beside their channel: "Reveal email", "personal, verified 12 days ago". */
const KIND_WORDS: Record<ContactKind, string> = {
  phone: 'mobile',
  direct_phone: 'direct line',
  personal_email: 'personal',
  work_email: 'work',
}

/** The contact a channel stands for, among those that exist or were revealed. */
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

/** "mobile, verified 12 days ago"; only "mobile" where nobody knows when it was verified. */
export function contactFreshness(contact: ContactKnown, now?: Date): string {
  const word = KIND_WORDS[contact.kind]
  return contact.verified_at ? `${word}, verified ${formatAge(contact.verified_at, now)}` : word
}

/** "mobile, personal email": which contacts there are, the preferred first. Empty where there are none. */
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

/** First, middle and last name; "Unknown Professional" where there is none. */
export function fullName(person: Named): string {
  const parts = presentTexts([person.first_name, person.middle_name, person.last_name])
  return parts.join(' ') || 'Unknown Professional'
}

/** The specialty as people write it, or null where none is known. */
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

/** Sources that were never cleaned write a letter. */
const GENDER_WORDS: Record<string, string> = { F: 'Female', M: 'Male' }

/**
 * Work and employer, without what is unknown.
 * @param said labels of what the screen has said already: a fact is said once.
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

/** Home and office, without what is unknown. */
export function locationFacts(person: Candidate): Fact[] {
  return facts(
    ['Location', formatPlace(person.city, person.state)],
    ['Office', formatPlace(person.office_city, person.office_state, person.office_zip)],
    ['Country', person.country],
  )
}

/** School as label, degree and year as value; a text the source never split is a fact of its own. */
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

/** The address of this person at LinkedIn, or null: what is kept may be older than the rule for it. */
export function linkedInUrl(person: Pick<Candidate, 'linkedin_url'>): string | null {
  return linkedInAddress(presentText(person.linkedin_url) ?? '') || null
}
