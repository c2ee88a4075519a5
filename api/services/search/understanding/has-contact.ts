import type { FilterValue } from '#db/schema/filters.ts'
import { BEFORE_PLACES } from './filler.ts'

type ContactKind = FilterValue<'hasContact'>

/**
 * A kind of contact that a search asks for: the kinds of which a person must have one, and its
 * name.
 */
export interface ContactAsked {
  kinds: readonly ContactKind[]
  name: string
}

const MOBILE: ContactAsked = { kinds: ['mobile'], name: 'mobile number' }
const PERSONAL: ContactAsked = { kinds: ['personal_email'], name: 'personal email' }
const WORK: ContactAsked = { kinds: ['work_email'], name: 'work email' }
const EMAIL: ContactAsked = { kinds: ['personal_email', 'work_email'], name: 'email address' }
const ANY: ContactAsked = {
  kinds: ['mobile', 'personal_email', 'work_email'],
  name: 'contact details',
}

const crossed = (first: string, second: string) =>
  first.split(', ').flatMap((one) => second.split(', ').map((two) => `${one} ${two}`.trim()))
const EMAILS = 'email, emails, e mail, e mails, email address, email addresses, e mail address'

const phrases: readonly [ContactAsked, readonly string[]][] = [
  [
    MOBILE,
    [
      'mobile',
      ...crossed('mobile, cell', 'phone, phones, number, numbers, phone number, phone numbers'),
      ...crossed('cell, cells, cellphone, cellphones, phone, phones, telephone', ''),
      ...crossed('phone, telephone', 'number, numbers'),
      'mobiles',
    ],
  ],
  [PERSONAL, crossed('personal, private, home', EMAILS)],
  [WORK, crossed('work, business, office, professional, corporate, company', EMAILS)],
  [EMAIL, EMAILS.split(', ')],
  [ANY, crossed('contact', 'info, information, details, data')],
]

/** Phrases for contacts, in folded words. */
export const CONTACTS_ASKED: ReadonlyMap<string, ContactAsked> = new Map(
  phrases.flatMap(([asked, all]) => all.map((phrase) => [phrase, asked] as const)),
)

/** A word for a telephone that is also the name of a city. */
export const MOBILE_CITY = 'mobile'

/** Words that precede contacts: "with mobile". */
const BEFORE_CONTACTS: ReadonlySet<string> = new Set(
  'with w has have having without no plus includes including only want wants need needs'.split(' '),
)
/** Words that may stand between those and the contact. */
const BETWEEN: ReadonlySet<string> = new Set(
  'a an the and or both valid verified known working good direct listed their any'.split(' '),
)

/**
 * Whether the preceding words say that a word is a contact (true) or a place (false); undefined
 * when they say neither. In "with email and mobile" both are contacts.
 * @param before the preceding words, the nearest last
 */
export function isContactAfter(before: readonly string[]): boolean | undefined {
  for (let place = before.length - 1; place >= 0; place--) {
    const word = before[place] ?? ''
    if (BETWEEN.has(word)) continue
    if (BEFORE_CONTACTS.has(word)) return true
    if (BEFORE_PLACES.has(word)) return false
    if (place === before.length - 1 || !CONTACTS_ASKED.has(word)) return undefined
  }
  return undefined
}
