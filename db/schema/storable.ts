/** Whether PostgreSQL can hold a text: it stores neither NUL nor half a character. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** Whether every text in a JSON value can be stored, keys among them. */
export function isStorableThroughout(value: unknown): boolean {
  // With a stack of its own: what a stranger sends is nested as deep as they like.
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
