import { expect, it } from 'vitest'
import { summarizeSkills } from './skills.ts'

const five = ['a', 'b', 'c', 'd', 'e']

it('SEARCH-31 shows five skills and keeps the rest for later', () => {
  expect(summarizeSkills(five)).toEqual({ shown: five, hidden: [] })
  expect(summarizeSkills([...five, 'f', 'g'])).toEqual({ shown: five, hidden: ['f', 'g'] })
  expect(summarizeSkills([])).toEqual({ shown: [], hidden: [] })
})
