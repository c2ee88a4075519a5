const MARKS = /\p{M}+/gu
const APOSTROPHES = /['’]/g
const WORDS = /[\p{L}\p{N}]+/gu
const ASCII_WORDS = /[a-z0-9]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is what "ASCII" means.
const ASCII = /^[\u0000-\u007f]*$/

/**
 * The form in which texts are compared: compatibility-decomposed (NFKD), combining marks and
 * apostrophes dropped, lower case. "Núñez" and "NUNEZ" fold alike, so as do "O'Brien" and "OBrien".
 */
export function fold(text: string): string {
  if (ASCII.test(text)) {
    const lower = text.toLowerCase()
    return lower.includes("'") ? lower.replaceAll("'", '') : lower
  }
  return (
    text
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(APOSTROPHES, '')
      .toLowerCase()
      // Lower-casing alone would give a capital sigma one of two forms, by its position in the
      // word.
      .replaceAll('ς', 'σ')
  )
}

/** The words of a text: runs of letters and digits, folded, in order. */
export function words(text: string): string[] {
  const folded = fold(text)
  return folded.match(ASCII.test(folded) ? ASCII_WORDS : WORDS) ?? []
}

/** A word this long or longer matches as a prefix; a shorter one as a whole word. */
const PREFIX_MIN_LETTERS = 3

/** The first three letters of a word, or undefined for a shorter one. */
export function prefixOf(word: string): string | undefined {
  const letters = ASCII.test(word) ? word : [...word].slice(0, PREFIX_MIN_LETTERS)
  if (letters.length < PREFIX_MIN_LETTERS) return undefined
  return typeof letters === 'string' ? letters.slice(0, PREFIX_MIN_LETTERS) : letters.join('')
}
