/**
 * Edits between two words, up to `max`: letters added, deleted, changed, or swapped with the next
 * (optimal string alignment distance). Beyond that, `max + 1`.
 */
export function editsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max || b.length >= ROW) return max + 1
  let [before, last, row] = ROWS
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    let least = i
    const letter = a.charCodeAt(i - 1)
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      const changed = (last[j - 1] ?? 0) + (letter === other ? 0 : 1)
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed)
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row[j] = edits
      if (edits < least) least = edits
    }
    if (least > max) return max + 1
    const oldest = before
    before = last
    last = row
    row = oldest
  }
  return Math.min(last[b.length] ?? max + 1, max + 1)
}

/** Rows of the table, reused by each comparison, which is synchronous. */
const ROW = 64
const ROWS = [new Uint8Array(ROW), new Uint8Array(ROW), new Uint8Array(ROW)] as const

const ONE_EDIT_LETTERS = 5
const TWO_EDITS_LETTERS = 8
/** Longer texts are not words. */
const LETTERS_MAX = 30

/** How many edits a correction of a word of this length may have. */
export function editsAllowed(word: string): number {
  if (word.length < ONE_EDIT_LETTERS || word.length > LETTERS_MAX) return 0
  return word.length < TWO_EDITS_LETTERS ? 1 : 2
}
