import { expect, it } from 'vitest'
import { postalAreas, writtenPostalArea } from './postal-area.ts'

it.each([
  ['77030', ['77030']],
  ['77030-1234', ['77030']],
  ['770301234', ['77030']],
  ['K1A 0B1', ['k1a0b1', 'k1a']],
  ['k1a0b1', ['k1a0b1', 'k1a']],
  ['K1A', ['k1a']],
  ['7703', []],
  ['77030-12', []],
  ['K1A-0B1', []],
  ['ASDFGH', []],
  ['', []],
])('%s is in the areas %j', (text, areas) => {
  expect(postalAreas(text)).toEqual(areas)
})

it('writes areas as people do', () => {
  expect(['77030', 'k1a0b1', 'k1a'].map(writtenPostalArea)).toEqual(['77030', 'K1A 0B1', 'K1A'])
})
