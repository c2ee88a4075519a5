import { expect, it } from 'vitest'
import { spellingsOf } from './directory.ts'

it.each([
  ['st. lou', ['st. lou', 'saint lou', 'st lou']],
  ['st.lou', ['st.lou', 'saint lou', 'st lou', 'st. lou']],
  ['saint lou', ['saint lou', 'st lou', 'st. lou']],
  ['port st lucie', ['port st lucie', 'port saint lucie', 'port st. lucie']],
  ['fort wor', ['fort wor', 'ft wor', 'ft. wor']],
])('a beginning is looked for in each spelling: %s', (typed, spellings) => {
  expect(spellingsOf(typed)).toEqual(spellings)
})

it('a word at the end that is spelt twice is whole: "saint" begins no Stockton', () => {
  expect(spellingsOf('saint')).toEqual(['saint', 'saint ', 'st ', 'st. '])
})

it('other words have one spelling', () => {
  expect(spellingsOf('west lafayette')).toEqual(['west lafayette'])
  expect(spellingsOf('stock')).toEqual(['stock'])
})
