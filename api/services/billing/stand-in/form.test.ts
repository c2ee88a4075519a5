import { expect, it } from 'vitest'
import { decodeForm } from './form.ts'

it('decodes nested names, lists and escapes', () => {
  expect(
    decodeForm('mode=subscription&line_items[0][price]=p%201&line_items[0][quantity]=1&types[]=a'),
  ).toEqual({
    mode: 'subscription',
    line_items: [{ price: 'p 1', quantity: '1' }],
    types: ['a'],
  })
})

it('names that mean something to JavaScript are plain names', () => {
  const decoded = decodeForm('metadata[__proto__][polluted]=yes')
  expect(Object.hasOwn({}, 'polluted')).toBe(false)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.keys(decoded)).toEqual(['metadata'])
})

it('refuses a name nested without end', () => {
  expect(() => decodeForm(`a${'[b]'.repeat(50)}=1`)).toThrow(RangeError)
})
