import { expect, it } from 'vitest'
import { summarizeSkills } from './skills.ts'

it('SEARCH-31 shows five skills, then "+N more" only when there are more', () => {
  expect(summarizeSkills(['a', 'b', 'c', 'd', 'e'])).toBe('a · b · c · d · e')
  expect(summarizeSkills(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a · b · c · d · e +2 more')
  expect(summarizeSkills([])).toBe('')
})

it('SEARCH-31 drops null and undefined before it counts', () => {
  expect(summarizeSkills(['a', 'null', null, 'undefined', 'b', ' ', 'c', 'd', 'e'])).toBe(
    'a · b · c · d · e',
  )
})
