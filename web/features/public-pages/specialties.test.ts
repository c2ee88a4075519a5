import { expect, it } from 'vitest'
import { groupByLetter, SPECIALTIES } from './specialties.ts'

it('PAGES-13 lists exactly 75 specialties, each once and in order', () => {
  expect(new Set(SPECIALTIES).size).toBe(75)
  expect([...SPECIALTIES]).toEqual([...SPECIALTIES].sort((a, b) => a.localeCompare(b, 'en')))
})

it('PAGES-13 groups them by first letter without losing one', () => {
  const groups = groupByLetter(SPECIALTIES)
  expect(groups.flatMap((group) => group.names)).toEqual([...SPECIALTIES])
  for (const { letter, names } of groups) {
    expect(names.every((name) => name.startsWith(letter))).toBe(true)
  }
  expect(new Set(groups.map((group) => group.letter)).size).toBe(groups.length)
})
