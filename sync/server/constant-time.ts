import { timingSafeEqual } from 'node:crypto'

/**
 * Whether a text that a caller gives is the expected one. Security: takes as long wherever the two differ, or
 * the time would tell how much of a secret was guessed. It tells whether the length is right.
 */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
