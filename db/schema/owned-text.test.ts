import { expect, it } from 'vitest'
import { ownedName } from './owned-text.ts'

it.each(['', '  ', '\u200b', ' \u200b\u2060\u202e '])(
  'a name shows something: “%s” is none',
  (name) => {
    expect(ownedName.safeParse(name).success).toBe(false)
  },
)

it.each([
  [' Nights ', 'Nights'],
  ['\u202bليل\u202c', '\u202bليل\u202c'],
  ['👩‍⚕️', '👩‍⚕️'],
])('the name “%s” is kept as it shows', (typed, name) => {
  expect(ownedName.parse(typed)).toBe(name)
})
