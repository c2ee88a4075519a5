import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SubmissionAction } from '#api/contract/admin-submissions.ts'
import { useKeyPress } from '#web/lib/hooks/use-key-press.ts'
import { rowAfter, submissionKey } from './submission-keys.ts'

/** The element id of a resume's row. */
export function rowId(id: string): string {
  return `resume-${id}`
}

/**
 * Decides resumes by keyboard: J and K move the focus from row to row, A approves and R rejects the
 * focused row. When a decided row goes, the next one gets the focus; without one, `rest`.
 * @returns the focused row, and the handler for a row that gets the focus.
 */
export function useSubmissionKeys({
  ids,
  isDecidable,
  rest,
  onDecide,
}: {
  ids: readonly string[] | undefined
  isDecidable: boolean
  rest: RefObject<HTMLElement | null>
  onDecide(id: string, action: SubmissionAction): void
}): { current: string | undefined; setCurrent(id: string): void } {
  const [current, setCurrent] = useState<string>()
  /** The rows as they were when the current one was last among them. */
  const among = useRef<readonly string[]>([])

  useEffect(() => {
    if (!ids || current === undefined) return
    if (ids.includes(current)) {
      among.current = ids
      return
    }
    const next = rowAfter(among.current, current, ids)
    setCurrent(next)
    // Does not take the focus back from an element that the user moved to meanwhile.
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (isLost) (next ? document.getElementById(rowId(next)) : rest.current)?.focus()
  }, [ids, current, rest])

  useKeyPress((press) => {
    const does = submissionKey(press)
    if (!isDecidable || !does || !ids || ids.length === 0) return false
    const index = current === undefined ? -1 : ids.indexOf(current)
    if (does === 'next' || does === 'previous') {
      const to = index < 0 ? 0 : index + (does === 'next' ? 1 : -1)
      document.getElementById(rowId(ids[to] ?? ids[index] ?? ''))?.focus()
    } else if (current !== undefined && index >= 0) onDecide(current, does)
    return true
  })

  return { current, setCurrent }
}
