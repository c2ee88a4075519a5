import { expect, it } from 'vitest'
import { teamName } from './teams.ts'

const messageOf = (name: string) => {
  const parsed = teamName.safeParse(name)
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message
}

it('TEAMS-02 a name has 120 characters at most, an emoji counting as one', () => {
  const emoji = '🩺'.repeat(120)
  expect(messageOf(` ${emoji} `)).toBe(emoji)
  expect(messageOf(`צוות ${emoji}`)).toBe('at most 120 characters')
})

it('TEAMS-02 a name may be written from right to left, and joins emoji', () => {
  expect(messageOf('צוות גיוס 👩‍⚕️')).toBe('צוות גיוס 👩‍⚕️')
})

it.each([
  ['\u200b\u200d', 'nothing to see'],
  ['Desk\u202eksed', 'line breaks and direction marks are not allowed'],
  ['Desk\u2066', 'line breaks and direction marks are not allowed'],
  ['Desk\nBcc: all', 'line breaks and direction marks are not allowed'],
  ['Win at https://prizes.test', 'links are not allowed'],
  ['WWW.prizes.test', 'links are not allowed'],
  ['Desk \ud800', 'not valid text'],
])('TEAMS-02 a name is no %j', (name, message) => {
  expect(messageOf(name)).toBe(message)
})
