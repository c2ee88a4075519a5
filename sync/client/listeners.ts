/** A set of callbacks. */
export interface Listeners<Value> {
  notify(value: Value): void
  /** @returns a function that removes the listener. */
  add(listener: (value: Value) => void): () => void
}

/** @returns a set of callbacks, called in the order in which they were added. */
export function listeners<Value>(): Listeners<Value> {
  const all = new Set<(value: Value) => void>()
  return {
    notify(value) {
      for (const listener of all) listener(value)
    },
    add(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
  }
}
