/** The most inputs in the cache: the most common names and places, in a few megabytes. */
const REMEMBERED_MAX = 50_000

/** Memoises a pure function of a text, because the texts of a directory recur. */
export function memo<T>(answer: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    if (answers.size >= REMEMBERED_MAX) answers.clear()
    // The key is copied: a slice of a file's text would keep all of that text in memory.
    const own = Buffer.from(text).toString()
    const fresh = answer(own)
    answers.set(own, fresh)
    return fresh
  }
}
