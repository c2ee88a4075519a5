import { expect, it } from 'vitest'
import { costWords, revealable } from './reveal-words.ts'

it.each([
  [25, 12, 188, '12 of 25 have contacts not yet revealed. 188 reveals are left today.', 12],
  [3, 1, 1, '1 of 3 has contacts not yet revealed. 1 reveal is left today.', 1],
  [
    25,
    12,
    7,
    '12 of 25 have contacts not yet revealed. 7 reveals are left today, so the first 7 will be revealed.',
    7,
  ],
  [
    25,
    12,
    0,
    '12 of 25 have contacts not yet revealed. Today’s reveals are used up; there are new ones after midnight UTC.',
    0,
  ],
  [25, 0, 188, 'All of their contacts are revealed already, or none are known.', 0],
])('of %i people %i cost a reveal, with %i left: %s', (chosen, people, today, words, count) => {
  const cost = { people, remaining: { today } }
  expect(costWords(chosen, cost)).toBe(words)
  expect(revealable(cost)).toBe(count)
})
