import { expect, it } from 'vitest'
import { summarizeSkills } from './skills.ts'

const five = ['a', 'b', 'c', 'd', 'e']

it('SEARCH-31 shows five skills and counts the rest', () => {
  expect(summarizeSkills(five)).toEqual({ shown: five, moreCount: 0 })
  expect(summarizeSkills([...five, 'f', 'g'])).toEqual({ shown: five, moreCount: 2 })
  expect(summarizeSkills([])).toEqual({ shown: [], moreCount: 0 })
})

it('SEARCH-31 drops null and undefined before it counts', () => {
  const skills = ['a', 'null', null, 'undefined', 'b', ' ', undefined, 'c', 'd', 'e']
  expect(summarizeSkills(skills)).toEqual({ shown: five, moreCount: 0 })
})
