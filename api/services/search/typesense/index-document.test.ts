import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { TOKEN_SAMPLE } from '#tests/support/token-sample.ts'
import { encode, isDigest } from './encoding.ts'
import { INDEX_FIELDS, INDEX_VERSION, indexDocument } from './index-document.ts'

const [nobody, somebody] = TOKEN_SAMPLE as [SearchDocument, SearchDocument]
const long = { ...somebody, company_industry: 'Long '.repeat(60) }

/** The fingerprint of the sample's fields and documents in each version. */
const FINGERPRINTS: Record<string, string> = {
  '2t1': '6a01a0e92ba76632',
  '3t2': '25aef4980fd8099a',
  '4t3': '4c51fd3c1a299f67',
  '5t3': 'f4d5a1ad62c42b8b',
}

it('makes of a fixed sample what this index version made of it', () => {
  const made = JSON.stringify([INDEX_FIELDS, [...TOKEN_SAMPLE, long].map(indexDocument)])
  const fingerprint = createHash('sha256').update(made).digest('hex').slice(0, 16)
  const rule = 'Documents changed: raise FIELDS_VERSION and add its fingerprint here'
  expect(fingerprint, rule).toBe(FINGERPRINTS[INDEX_VERSION])
})

it('holds each word once, without its beginnings', () => {
  const { title, any } = indexDocument({ ...nobody, title: 'Nurse, nurse MANAGER' })
  expect(title).toBe('nurse manager')
  expect(any).toBe('nurse manager')
})

it('declares every field that a document has', () => {
  const declared = new Set(['id', ...INDEX_FIELDS.map(({ name }) => name)])
  for (const person of [...TOKEN_SAMPLE, long]) {
    for (const field of Object.keys(indexDocument(person))) expect(declared).toContain(field)
  }
})

it('counts a long facet value by digest and keeps it whole beside', () => {
  const industry = 'Hospitals & Physicians Clinics '.repeat(20).trim()
  const indexed = indexDocument({ ...nobody, company_industry: industry })
  expect(isDigest(String(indexed.companyIndustry))).toBe(true)
  expect(indexed.whole_companyIndustry).toBe(industry)
  const short = indexDocument({ ...nobody, company_industry: 'Hospitals' })
  expect(short.companyIndustry).toBe(encode('Hospitals'))
  expect(short).not.toHaveProperty('whole_companyIndustry')
})

it('says who comes last in an order by their absence', () => {
  const indexed = indexDocument({ ...nobody, ordinal: 7, last_name: 'Van Dyk', first_name: 'Zoë' })
  expect(indexed.sort_name).toBe('van020dyk zaoe')
  expect(indexed).not.toHaveProperty('missing_name')
  expect(indexed).not.toHaveProperty('sort_title')
  expect(indexed.missing_title).toBe(-7)
})
