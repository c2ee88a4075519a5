/**
 * A random text of 20 or more characters has at least this many distinct characters, and distinct
 * differences between neighbours.
 */
const VARIETY_MIN = 8

/** Matches placeholders from examples. */
const PLACEHOLDER = /change.?me|replace.?me|password|secret|example|placeholder|default/i

/**
 * Whether a secret looks typed to pass a check: an example, a sequence, a repetition. This cannot
 * prove that a secret is random; it detects those that surely are not.
 */
export function isGuessable(secret: string): boolean {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return (
    PLACEHOLDER.test(secret) ||
    new Set(codes).size < VARIETY_MIN ||
    new Set(steps).size < VARIETY_MIN ||
    isRepetition(secret)
  )
}

/** Whether the text is one part repeated: shifted by the part's length, it equals itself. */
function isRepetition(text: string): boolean {
  for (let part = 1; part <= text.length / 2; part += 1) {
    if (text.startsWith(text.slice(part))) return true
  }
  return false
}
