import type { CandidateFields } from '#db/import/clean-candidate.ts'
import type { CandidateContactRow } from '#db/schema/candidate-contacts.ts'
import type { Random } from './random.ts'

const DAY_MS = 86_400_000

/** The days within which contacts were last verified. */
const VERIFIED_WITHIN_DAYS = 730

export type GeneratedContact = Pick<
  CandidateContactRow,
  'kind' | 'value' | 'source' | 'verified_at'
>

/**
 * The contacts of a person. None of them is real: mail addresses are at example.com and
 * example.org, and telephone numbers are in the range 555-0100 to 555-0199.
 * @param today midnight UTC of the day from which verification dates count back
 */
export function drawContacts(
  random: Random,
  {
    person,
    areaCodes,
    today,
  }: { person: CandidateFields; areaCodes: readonly string[]; today: Date },
): GeneratedContact[] {
  const contacts: GeneratedContact[] = []
  const add = (kind: GeneratedContact['kind'], value: string) =>
    contacts.push({ kind, value, source: 'synthetic', verified_at: drawVerifiedAt(random, today) })

  const name = mailName(person)
  if (random.chance(0.62)) add('personal_email', `${name}${random.below(1000)}@example.com`)
  if (random.chance(0.52))
    add('work_email', `${name}@${person.company_domain ?? 'mail.example.org'}`)
  if (random.chance(0.71)) add('phone', drawPhone(random, areaCodes))
  if (random.chance(0.24)) add('direct_phone', drawPhone(random, areaCodes))
  return contacts
}

function drawVerifiedAt(random: Random, today: Date): Date | null {
  if (random.chance(0.18)) return null
  // The value is squared, so that recent verifications are more frequent.
  const days = Math.floor(VERIFIED_WITHIN_DAYS * random.next() ** 2)
  return new Date(today.getTime() - days * DAY_MS)
}

function drawPhone(random: Random, areaCodes: readonly string[]): string {
  return `(${random.pick(areaCodes)}) 555-01${String(random.below(100)).padStart(2, '0')}`
}

/** The name as the local part of an address: "anne-marie.cote". */
function mailName({ first_name, last_name }: CandidateFields): string {
  const name = [first_name, last_name].filter((part) => part !== null).join('.')
  return asciiSlug(name) || 'office'
}

const PLAIN = /^[A-Za-z.-]+$/

/** The text in lower case without accents, reduced to letters, dots and hyphens. */
export function asciiSlug(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z.-]/g, '')
    .toLowerCase()
}
