import { expect, it } from 'vitest'
import { isSameSecret } from './constant-time.ts'

it.each([
  ['key', 'key', true],
  ['', '', true],
  ['kez', 'key', false],
  ['ke', 'key', false],
  ['keys', 'key', false],
  ['', 'key', false],
  // Of as many characters, and more bytes.
  ['kéy', 'key', false],
])('%o is the secret %o: %s', (given, expected, isSame) => {
  expect(isSameSecret(given, expected)).toBe(isSame)
})
