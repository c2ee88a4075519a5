import type { Sql } from '#db/client.ts'

/**
 * Runs a job one at a time in this process; calls during a run share the next one. A run holds a
 * connection for as long as the mail server takes, so concurrent runs would use up the pool while
 * the server hangs.
 */
export function inTurn<Parts extends { sql: Sql }>(
  run: (parts: Parts) => Promise<void>,
): (parts: Parts) => Promise<void> {
  const turns = new WeakMap<Sql, { last: Promise<void>; next?: Promise<void> | undefined }>()
  return (parts) => {
    const turn = turns.get(parts.sql) ?? { last: Promise.resolve() }
    turns.set(parts.sql, turn)
    const begin = () => {
      turn.next = undefined
      turn.last = run(parts)
      return turn.last
    }
    turn.next ??= turn.last.then(begin, begin)
    return turn.next
  }
}
