import type { SubmissionAction } from '#api/contract/admin-submissions.ts'
import { type KeyPress, plainKey } from '#web/lib/hooks/use-key-press.ts'

type SubmissionKey = SubmissionAction | 'next' | 'previous'

const KEYS: Record<string, SubmissionKey> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
}

/** The action of a key press on the resumes; null leaves it to the browser. Pure. */
export function submissionKey(press: KeyPress): SubmissionKey | null {
  const does = KEYS[plainKey(press) ?? ''] ?? null
  // A key held down would decide one resume after the other.
  return press.repeat && does !== 'next' && does !== 'previous' ? null : does
}

/**
 * The row that gets the focus after one has gone: the next one left, else the last before it, else the
 * first new one. Pure.
 * @param before the rows before it went.
 */
export function rowAfter(
  before: readonly string[],
  left: string,
  now: readonly string[],
): string | undefined {
  const index = before.indexOf(left)
  const isThere = (id: string) => now.includes(id)
  return before.slice(index + 1).find(isThere) ?? before.slice(0, index).findLast(isThere) ?? now[0]
}
