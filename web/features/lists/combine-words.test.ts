import { expect, it } from 'vitest'
import { countOf, outcomeOf, suggestedName, WAYS } from './combine-words.ts'

const NIGHTS = { member_count: 12 }
const ICU = { member_count: 8 }

it('says how many people a list of two will have', () => {
  const counts = WAYS.map((way) => [way, countOf(way, NIGHTS, ICU, 3)])
  expect(Object.fromEntries(counts)).toEqual({
    copy: 12,
    union: 17,
    difference: 9,
    intersection: 3,
  })
})

it.each([
  [0, 'Nobody would be on it.', false],
  [1, '1 person will be on it.', true],
  [10_000, '10,000 people will be on it.', true],
  [10_001, '10,001 people are too many: a list holds 10,000.', false],
])('%i people: %s', (count, words, isPossible) => {
  expect(outcomeOf(count)).toEqual({ words, isPossible })
})

it('offers a name that says what the list is', () => {
  expect(WAYS.map((way) => suggestedName(way, 'Nights', 'ICU'))).toEqual([
    'Nights, copy',
    'Nights and ICU',
    'Nights without ICU',
    'Nights, also on ICU',
  ])
})
