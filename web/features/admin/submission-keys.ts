import type { SubmissionAction } from '#api/contract/admin-submissions.ts'

type SubmissionKey = SubmissionAction | 'next' | 'previous'

const KEYS: Record<string, SubmissionKey> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
}

/** The action of a key press on the resumes; null leaves it to the browser. Pure. */
export function submissionKey({
  key,
  repeat,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>): SubmissionKey | null {
  if (ctrlKey || metaKey || altKey) return null
  const does = KEYS[key.toLowerCase()] ?? null
  // A key held down would decide one resume after the other.
  return repeat && does !== 'next' && does !== 'previous' ? null : does
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
