import { expect, it } from 'vitest'
import { teamNameFault } from './team-name.ts'

it.each(['', '  ', '\u200b'])(
  'a team’s name that shows nothing is said to be missing: “%s”',
  (name) => {
    expect(teamNameFault(name)).toBe('Please give the team a name.')
  },
)
