import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decode, encode, isDigest, prefixPattern, token, wordTokens } from './encoding.ts'

const text = fc.string({ unit: 'binary', maxLength: 60 })
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

it('leaves letters as they are and writes the rest with letters and digits', () => {
  expect(encode('cardiology')).toBe('cardiology')
  expect(encode('zoe')).toBe('zaoe')
  expect(encode('CA')).toBe('043041')
  expect(encode('<$1M')).toBe('03c02403104d')
  expect(encode('ή')).toBe('zb0q6')
})

it('SEARCH-40 gives nothing but letters and digits for any text', () => {
  fc.assert(fc.property(text, (any) => /^[a-z0-9]*$/.test(encode(any))))
  fc.assert(fc.property(text, (any) => /^[a-z0-9]*$/.test(token(any))))
})

it('can be undone', () => {
  fc.assert(fc.property(text, (any) => decode(encode(any)) === any))
})

it('SEARCH-18 keeps the order of code points', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(byCodePoint(encode(a), encode(b)))).toBe(Math.sign(byCodePoint(a, b)))
    }),
  )
})

it('tells long words apart that begin alike', () => {
  const long = 'a'.repeat(200)
  expect(token(long).length).toBeLessThan(100)
  expect(token(`${long}b`)).not.toBe(token(`${long}c`))
})

it('SEARCH-40 finds a word by each of its beginnings, however long they are, and by no other', () => {
  const letter = fc.constantFrom('a', 'z', '1', 'é', 'ς', '李', '𝒜')
  const word = fc.array(letter, { minLength: 3, maxLength: 60 }).map((letters) => letters.join(''))
  const matches = (pattern: string, tokens: string[]) =>
    pattern.endsWith('*')
      ? tokens.some((one) => one.startsWith(pattern.slice(0, -1)))
      : tokens.includes(pattern)
  fc.assert(
    fc.property(word, fc.nat(), word, (there, at, other) => {
      const letters = [...there]
      const beginning = letters.slice(0, 3 + (at % (letters.length - 2))).join('')
      const tokens = wordTokens(there)
      for (const one of tokens) expect(one.length).toBeLessThan(100)
      expect(matches(prefixPattern(beginning), tokens)).toBe(true)
      for (const wanted of [other, beginning + other]) {
        expect(matches(prefixPattern(wanted), tokens)).toBe(there.startsWith(wanted))
      }
    }),
    { numRuns: 1000 },
  )
})

it('takes no digest for the rest of a word', () => {
  const tokens = wordTokens('a'.repeat(300))
  // Among 210 digests some begin with each digit.
  for (const length of [40, 53, 54, 55, 56])
    for (const digit of 'bcdef') {
      const beginning = prefixPattern('a'.repeat(length) + digit).slice(0, -1)
      expect(tokens.some((one) => one.startsWith(beginning))).toBe(false)
    }
})

it('tells a digest from a text, whatever the text', () => {
  fc.assert(
    fc.property(text, (any) => isDigest(token(any)) === encode(any).length > 90),
    { examples: [[`${'a'.repeat(38)}\u{b61c}`], ['a'.repeat(90)], ['a'.repeat(91)]] },
  )
})
