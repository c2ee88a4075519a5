import { useState } from 'react'
import { useReplicaState } from './use-replica-state.ts'

/** A choice that the rows may not hold yet. */
export interface Choice<T> {
  next: T
  /** The values that it replaces: the stored one, and choices made since that are on their way, too. */
  over: readonly T[]
  /** How many edits stood refused when it was made. */
  rejected: number
}

/** Whether a choice is on its way: the rows hold what it replaces, and no edit was refused since. */
export function isOnItsWay<T>(
  { next, over, rejected }: Choice<T>,
  present: { stored: T; rejected: number },
): boolean {
  return next !== present.stored && over.includes(present.stored) && rejected === present.rejected
}

/**
 * A stored value that the user may choose anew. A choice shows at once, and the next one builds on it
 * and not on the value that it replaces: two presses of an arrow key are faster than the rows.
 * @param save stores a choice, given the one before it. @returns whether it was accepted.
 */
export function useChoice<T>(
  stored: T,
  save: (next: T, previous: T) => Promise<boolean>,
): [value: T, choose: (next: T) => void] {
  const rejected = useReplicaState(({ status }) => status?.rejected ?? 0)
  const [choice, setChoice] = useState<Choice<T> | null>(null)
  const made = choice && isOnItsWay(choice, { stored, rejected }) ? choice : null
  if (choice && !made) setChoice(null)
  const value = made ? made.next : stored

  async function choose(next: T) {
    const choice = { next, over: made ? [...made.over, made.next] : [stored], rejected }
    setChoice(choice)
    let isAccepted = false
    try {
      isAccepted = await save(next, value)
    } finally {
      if (!isAccepted) setChoice((now) => (now === choice ? null : now))
    }
  }
  return [value, (next) => void choose(next)]
}
