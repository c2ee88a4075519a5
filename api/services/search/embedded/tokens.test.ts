import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { TOKEN_SAMPLE } from '#tests/support/token-sample.ts'
import { ORDER_KEYS, sortParts } from './sort-values.ts'
import { documentTerms, prefixTerm, TOKEN_VERSION } from './tokens.ts'

/** The sample's fingerprint in each version. */
const FINGERPRINTS: Record<number, string> = {
  1: 'cb58f60d3381ec89',
  2: '2b17bf023b0cfeab',
  3: '73d60d6913f296cd',
}

it('makes of a fixed sample what this token version made of it', () => {
  const made = TOKEN_SAMPLE.map((person) => {
    const terms = [...documentTerms(person)].sort()
    return [terms, terms.map(prefixTerm), ORDER_KEYS.map((key) => sortParts(person, key))]
  })
  const fingerprint = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16)
  const rule = 'Tokens changed: raise TOKEN_VERSION and add its fingerprint here'
  expect(fingerprint, rule).toBe(FINGERPRINTS[TOKEN_VERSION])
})
