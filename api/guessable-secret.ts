/** Fewer different characters, or steps from one to the next, no generator makes in 20 and more. */
const VARIETY_MIN = 8

/** What stands in examples until somebody puts a secret in its place. */
const PLACEHOLDER = /change.?me|replace.?me|password|secret|example|placeholder|default/i

/**
 * Whether a secret looks like one that a person typed to get past a check: an example's, a run, a
 * repetition. It cannot prove that one is random; it refuses what surely is not.
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

/** Whether the text is one part over and over: it looks the same moved on by the part's length. */
function isRepetition(text: string): boolean {
  for (let part = 1; part <= text.length / 2; part += 1) {
    if (text.startsWith(text.slice(part))) return true
  }
  return false
}
