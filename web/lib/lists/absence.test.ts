import { expect, it } from 'vitest'
import { absenceOf } from './absence.ts'

it('no rows are none only once the rows of the server have been here', () => {
  const read = { isCached: false, isComplete: true, isAway: false }
  expect(absenceOf(read)).toBe('none')
  expect(absenceOf({ ...read, isAway: true })).toBe('none')
  expect(absenceOf({ ...read, isComplete: false })).toBe('loading')
  expect(absenceOf({ ...read, isComplete: false, isAway: true })).toBe('away')
})

it('that there were none at the last visit says nothing of now', () => {
  const kept = { isCached: true, isComplete: true, isAway: false }
  expect(absenceOf(kept)).toBe('loading')
  expect(absenceOf({ ...kept, isAway: true })).toBe('away')
})
