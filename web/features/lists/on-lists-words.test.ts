import { expect, it, vi } from 'vitest'
import { addedWords, onListsWords } from './on-lists-words.ts'

vi.mock('./list-actions.ts', () => ({}))

const having = (id: string, people: number, owner_id = 'me') => ({ id, owner_id, people, name: id })
const NIGHTS = { id: 'Nights', owner_id: 'me' }

it.each([
  [12, [], NIGHTS, null],
  [12, [having('Nights', 3)], NIGHTS, '3 of 12 are on it already.'],
  [12, [having('Nights', 1)], NIGHTS, '1 of 12 is on it already.'],
  [12, [having('Nights', 12)], NIGHTS, 'All are on it already.'],
  [1, [having('Nights', 1)], NIGHTS, 'On it already.'],
  [1, [having('ICU', 1), having('Nights', 1)], NIGHTS, 'On it already. Also on “ICU”.'],
  [1, [having('ICU', 1), having('ER', 1)], undefined, 'On “ICU” and “ER” already.'],
  // A team's list of the same id is another one.
  [12, [having('Nights', 3, 'team')], NIGHTS, 'Some are on Nights (3) already.'],
  [
    12,
    [having('ICU', 5), having('Nights', 3)],
    NIGHTS,
    '3 of 12 are on it already. Also on ICU (5).',
  ],
  [12, [having('ICU', 5), having('ER', 2)], undefined, 'Some are on ICU (5) and ER (2) already.'],
  [
    12,
    ['A', 'B', 'C', 'D', 'E'].map((id) => having(id, 1)),
    undefined,
    'Some are on A (1), B (1), C (1) and 2 more already.',
  ],
])('%i people on %j, put on %j: %s', (count, lists, list, words) => {
  expect(onListsWords(count, lists, list)).toBe(words)
})

it.each([
  [12, 0, '12 people, Nights'],
  [12, 3, '9 people, Nights. 3 were on it already.'],
  [1, 1, '0 people, Nights. 1 was on it already.'],
])('%i people of whom %i were there: %s', (count, already, words) => {
  expect(addedWords(count, already, 'Nights')).toBe(words)
})
