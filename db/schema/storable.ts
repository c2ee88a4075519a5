/** Whether PostgreSQL can store a text: it must contain neither NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** The message for a text that cannot be stored. */
export const NOT_STORABLE = 'This text has a damaged character in it. Please type it again.'

/** Whether every string in a JSON value can be stored, keys included. */
export function isStorableThroughout(value: unknown): boolean {
  // The loop replaces recursion: a visitor's JSON may be nested deeper than the stack.
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && !isStorable(next)) return false
    if (typeof next === 'object' && next !== null) {
      for (const [key, part] of Object.entries(next)) left.push(key, part)
    }
  }
  return true
}
