import type { SubmissionAction } from '#db/schema/candidate-submissions.ts'

type SubmissionKey = SubmissionAction | 'next' | 'previous'

const KEYS: Record<string, SubmissionKey> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
}

/** What a key press does to the resumes; null where it belongs to the browser. Pure. */
export function submissionKey({
  key,
  repeat,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>): SubmissionKey | null {
  if (ctrlKey || metaKey || altKey) return null
  const does = KEYS[key.toLowerCase()] ?? null
  // A key that is held would decide upon one after the other.
  return repeat && does !== 'next' && does !== 'previous' ? null : does
}

/**
 * The row to go on with where one left: the next that is still there, else the last before it, else
 * the first of what came. Pure.
 * @param before the rows while it was there.
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
