/**
 * Edits between two words, up to `max`: letters added, dropped, changed, or swapped with the next
 * (optimal string alignment). `max + 1` stands for more.
 */
export function editsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let edits = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwap =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (isSwap) edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
      least = Math.min(least, edits)
    }
    if (least > max) return max + 1
    before = last
    last = row
  }
  return Math.min(last[b.length] ?? max + 1, max + 1)
}

const ONE_EDIT_LETTERS = 5
const TWO_EDITS_LETTERS = 8
/** Longer ones are no words. */
const LETTERS_MAX = 30

/** How many edits a word of this length may be from the one that was meant. */
export function editsAllowed(word: string): number {
  if (word.length < ONE_EDIT_LETTERS || word.length > LETTERS_MAX) return 0
  return word.length < TWO_EDITS_LETTERS ? 1 : 2
}
