import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decode, encode, token } from './encoding.ts'

const text = fc.string({ unit: 'binary', maxLength: 60 })
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

it('leaves letters as they are and writes the rest with letters and digits', () => {
  expect(encode('cardiology')).toBe('cardiology')
  expect(encode('zoe')).toBe('zaoe')
  expect(encode('CA')).toBe('043041')
  expect(encode('<$1M')).toBe('03c02403104d')
  expect(encode('ή')).toBe('zb0003ae')
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
  expect(token(long).length).toBeLessThanOrEqual(90)
  expect(token(`${long}b`)).not.toBe(token(`${long}c`))
})
