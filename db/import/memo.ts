/** Distinct inputs to remember: the names and places that most people share, in a few megabytes. */
const REMEMBERED_MAX = 50_000

/** A pure function of a text that remembers its answers: a directory repeats itself. */
export function memo<T>(answer: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    if (answers.size >= REMEMBERED_MAX) answers.clear()
    // A copy: what was cut out of a file's text would keep all of that in memory.
    const own = Buffer.from(text).toString()
    const fresh = answer(own)
    answers.set(own, fresh)
    return fresh
  }
}
