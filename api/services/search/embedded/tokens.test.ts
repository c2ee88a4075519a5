import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { SORT_KEYS } from '../../../../db/schema/vocabulary.ts'
import type { SearchDocument } from '../engine.ts'
import { documentTerms, prefixTerm, sortParts, TOKEN_VERSION } from './tokens.ts'

const NOBODY: SearchDocument = {
  ordinal: 1,
  changed_xid: '1',
  first_name: null,
  middle_name: null,
  last_name: null,
  title: null,
  specialty: null,
  organization: null,
  company_size: null,
  company_industry: null,
  company_revenue: null,
  city: null,
  state: null,
  country: null,
  skills: [],
  education: null,
}

/** People with something of everything that the rules of tokens tell apart. */
const SAMPLE: SearchDocument[] = [
  NOBODY,
  {
    ...NOBODY,
    first_name: 'José',
    middle_name: 'Q.',
    last_name: "O'Brien-Nuñez",
    title: 'Chief of Surgery (RN), C++ & R&D',
    specialty: 'OB/GYN',
    organization: 'St. Mary’s 3M Clinic',
    company_size: '51-200 employees',
    company_industry: 'Hospitals & Physicians Clinics',
    company_revenue: '$1M to <$10M',
    city: "Coeur d'Alene",
    state: 'ID',
    country: 'United States',
    skills: ['COVID-19', 'Échographie', 'IV'],
    education: [
      { school: 'Université Laval', degree: 'Ph.D.', year: 1999 },
      { school: 'U of T', degree: null, year: null },
    ],
  },
  {
    ...NOBODY,
    first_name: 'ΟΔΥΣΣΕΥΣ',
    last_name: 'ﬁsher 𝒜da',
    title: '李 ½ ～Wave',
    specialty: 'women’s HEALTH',
    city: 'MONTRÉAL',
    education: 'Studied at McGill_University',
  },
]

/** What the sample came to in each version. */
const FINGERPRINTS: Record<number, string> = {
  1: 'cb58f60d3381ec89',
}

it('makes of a fixed sample what this token version made of it', () => {
  const made = SAMPLE.map((person) => {
    const terms = [...documentTerms(person)].sort()
    return [terms, terms.map(prefixTerm), SORT_KEYS.map((key) => sortParts(person, key))]
  })
  const fingerprint = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16)
  const rule = 'Tokens changed: raise TOKEN_VERSION and add its fingerprint here'
  expect(fingerprint, rule).toBe(FINGERPRINTS[TOKEN_VERSION])
})
