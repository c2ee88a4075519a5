import { expect, it } from 'vitest'
import { tierOf } from './text-query.ts'

it('a name counts most, and the beginning of a word least, of a name too', () => {
  const tier = (field: 'name' | 'specialty' | 'skills' | 'any', how: 'words' | 'prefixes') =>
    tierOf({ field, how, value: 'ana' })
  expect(tier('name', 'words')).toBe(0)
  expect(tier('specialty', 'words')).toBe(1)
  expect(tier('skills', 'words')).toBe(5)
  expect(tier('any', 'words')).toBe(6)
  expect(tier('name', 'prefixes')).toBe(6)
})
