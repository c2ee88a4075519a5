import { useState } from 'react'

/**
 * A stored value that the user may choose anew. The choice shows at once and until the stored value
 * changes, so that what is chosen next, by two presses of an arrow key, builds on it and not on the
 * value that it replaces.
 * @param save stores a choice, given the one before it. @returns whether it was accepted.
 */
export function useChoice<T>(
  stored: T,
  save: (next: T, previous: T) => Promise<boolean>,
): [value: T, choose: (next: T) => void] {
  const [choice, setChoice] = useState<{ next: T; stored: T } | null>(null)
  const isPending = choice !== null && choice.stored === stored
  if (choice && !isPending) setChoice(null)
  const value = isPending ? choice.next : stored

  async function choose(next: T) {
    setChoice({ next, stored })
    if (!(await save(next, value))) setChoice(null)
  }
  return [value, (next) => void choose(next)]
}
