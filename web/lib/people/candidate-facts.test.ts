import { describe, expect, it } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import type { ContactKnown } from '#db/schema/candidates.ts'
import {
  bestContact,
  contactAge,
  contactAgeWords,
  contactKindWords,
  educationFacts,
  fullName,
  initials,
  linkedInUrl,
  placeOf,
  preferredFirst,
  professionalFacts,
  specialtyOf,
} from './candidate-facts.ts'

/** A candidate without any fact. */
const NOBODY_KNOWN: Candidate = {
  ...{ id: 'somebody', npi: null, first_name: null, middle_name: null, last_name: null },
  ...{ credential: null, title: null, title_level: null, job_function: null, specialty: null },
  ...{ organization: null, company_size: null, company_industry: null, company_revenue: null },
  ...{ company_domain: null, company_start_date: null, city: null, state: null, country: null },
  ...{ office_city: null, office_state: null, office_zip: null, linkedin_url: null },
  ...{ connections: null, gender: null, skills: [], education: null, source: 'test' },
  ...{ updated_at: '2026-01-01T00:00:00Z', contacts: [] },
}

const now = new Date('2026-11-20T12:00:00Z')

it('DATA-03 a place has the zip code of an office that is there, and of no other', () => {
  const office = { office_city: 'HOUSTON', office_state: 'TX', office_zip: '77030' }
  const there = { ...NOBODY_KNOWN, ...office }
  expect(placeOf({ ...there, city: 'Houston', state: 'TX' })).toEqual({
    place: 'Houston, TX',
    zip: '77030',
  })
  expect(placeOf({ ...there, city: 'Dallas', state: 'TX' })).toEqual({
    place: 'Dallas, TX',
    zip: null,
  })
  expect(placeOf(there)).toEqual({ place: 'HOUSTON, TX', zip: '77030' })
  expect(placeOf({ ...there, office_state: null, state: 'TX' })).toEqual({
    place: 'HOUSTON, TX',
    zip: '77030',
  })
  expect(placeOf(NOBODY_KNOWN)).toEqual({ place: '', zip: null })
})

describe('contacts', () => {
  it('DATA-02 prefers the personal e-mail over the work e-mail', () => {
    const work = { kind: 'work_email', value: 'a@work.test' } as const
    const personal = { kind: 'personal_email', value: 'a@home.test' } as const
    expect(bestContact([work, personal], 'email')).toBe(personal)
    expect(bestContact([work], 'email')).toBe(work)
    expect(bestContact([work], 'phone')).toBeUndefined()
  })

  it('prefers one that is not disputed, and a disputed one to none', () => {
    const mobile = { kind: 'phone', is_disputed: true } as const
    const desk = { kind: 'direct_phone' } as const
    expect(bestContact([mobile, desk], 'phone')).toBe(desk)
    expect(bestContact([mobile], 'phone')).toBe(mobile)
  })

  const phone = { kind: 'phone', source: 'nppes', verified_at: null } as const
  it('says how old a contact is and where it is from, and never an undated "checked"', () => {
    const checked = { ...phone, verified_at: '2026-11-08T00:00:00Z' }
    const words = (contact: ContactKnown) => contactAgeWords(contact, now)
    expect(words(checked)).toBe('mobile, checked 12 days ago · NPPES')
    expect(words({ ...phone, listed_at: '2023-10-01T00:00:00Z' })).toBe(
      'mobile, listed 3 years ago · NPPES',
    )
    expect(words(phone)).toBe('mobile, never checked · NPPES')
    expect(words({ ...phone, kind: 'work_email', source: 'unheard of' })).toBe(
      'work, never checked',
    )
    expect(words({ ...checked, is_disputed: true })).toBe('mobile, reported wrong by two · NPPES')
  })

  it.each([
    [0, 'fresh'],
    [30, 'fresh'],
    [31, 'aging'],
    [180, 'aging'],
    [181, 'old'],
  ])('checked %i days ago is %s', (days, tone) => {
    const verified_at = new Date(now.getTime() - days * 86_400_000).toISOString()
    expect(contactAge({ ...phone, verified_at }, now).tone).toBe(tone)
    expect(contactAge({ ...phone, listed_at: verified_at }, now).tone).toBe(tone)
  })
})

describe('names', () => {
  it('PROFILE-02 falls back to "Unknown Professional"', () => {
    expect(fullName({ first_name: null, middle_name: 'null', last_name: ' ' })).toBe(
      'Unknown Professional',
    )
    expect(fullName({ first_name: 'Ada', middle_name: null, last_name: 'Moss' })).toBe('Ada Moss')
  })

  it('takes initials from whole characters', () => {
    expect(initials({ first_name: 'édith', middle_name: null, last_name: '𝒜moss' })).toBe('É𝒜')
    expect(initials({ first_name: null, middle_name: null, last_name: null })).toBe('?')
  })
})

describe('education', () => {
  it('DATA-04 drops entries without a school and shows unread text as it is', () => {
    const entries = [
      { school: 'Lakeside College', degree: 'BSN', year: 2011 },
      { school: ' ', degree: 'MSN', year: null },
      { school: 'Hill University', degree: null, year: null },
    ]
    expect(educationFacts(entries)).toEqual([
      { label: 'Lakeside College', value: 'BSN, 2011' },
      { label: 'Hill University', value: '' },
    ])
    expect(educationFacts('Trained in Lyon')).toEqual([{ label: 'Trained in Lyon', value: '' }])
    expect(educationFacts('undefined')).toEqual([])
    expect(educationFacts(null)).toEqual([])
  })
})

it('links to LinkedIn only with an address of a person there', () => {
  expect(linkedInUrl({ linkedin_url: null })).toBeNull()
  expect(linkedInUrl({ linkedin_url: 'NULL' })).toBeNull()
  expect(linkedInUrl({ linkedin_url: 'javascript:alert(1)' })).toBeNull()
  expect(linkedInUrl({ linkedin_url: 'https://evil.example/in/ada' })).toBeNull()
  expect(linkedInUrl({ linkedin_url: 'https://linkedin.com/redir?url=//evil.example' })).toBeNull()
  expect(linkedInUrl({ linkedin_url: 'www.linkedin.com/in/ada-moss' })).toBe(
    'https://www.linkedin.com/in/ada-moss',
  )
})

it('writes a specialty as people do, whatever the source shouts', () => {
  expect(specialtyOf({ specialty: 'NURSE ANESTHETIST' })).toBe('Nurse Anesthetist')
  expect(specialtyOf({ specialty: 'null' })).toBeNull()
  expect(specialtyOf({ specialty: 'ob/gyn' })).toBe('OB/GYN')
})

it('DATA-10 shows the gender where it is known, and says nothing twice', () => {
  const person = { ...NOBODY_KNOWN, title: 'Charge Nurse', gender: 'Female' }
  expect(professionalFacts(person)).toEqual([
    { label: 'Title', value: 'Charge Nurse' },
    { label: 'Gender', value: 'Female' },
  ])
  expect(professionalFacts({ ...person, gender: 'M' }, ['Title'])).toEqual([
    { label: 'Gender', value: 'Male' },
  ])
  expect(professionalFacts({ ...person, gender: 'null' }, ['Title'])).toEqual([])
})

it('names the contacts there are, the preferred first', () => {
  expect(contactKindWords(['work_email', 'phone', 'personal_email', 'direct_phone'])).toEqual([
    'mobile',
    'direct line',
    'personal email',
    'work email',
  ])
  expect(contactKindWords([])).toEqual([])
})

it('puts the preferred contact first, and a disputed one last of its channel', () => {
  const mobile = { kind: 'phone' } as const
  const contacts = [{ kind: 'work_email' }, { kind: 'direct_phone' }, mobile] as const
  const kinds = (all: Parameters<typeof preferredFirst>[0]) =>
    preferredFirst(all).map(({ kind }) => kind)
  expect(kinds(contacts)).toEqual(['phone', 'direct_phone', 'work_email'])
  const disputed = [{ ...mobile, is_disputed: true as const }, ...contacts.slice(0, 2)]
  expect(kinds(disputed)).toEqual(['direct_phone', 'phone', 'work_email'])
})
