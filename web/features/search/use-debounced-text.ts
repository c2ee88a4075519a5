import { useEffect, useRef, useState } from 'react'

/** The pause in typing after which a search runs. */
export const DEBOUNCE_MS = 150

/**
 * Text applied after a debounce.
 * @returns the text as typed, and its setter. A value that changes elsewhere replaces it.
 */
export function useDebouncedText(
  value: string,
  onApply: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  // The value that this field applied last: it returns as `value` later, when there may be more text.
  const [applied, setApplied] = useState(value)
  const apply = useRef(onApply)

  useEffect(() => {
    apply.current = onApply
  })

  if (value !== seen) {
    setSeen(value)
    if (value !== applied) {
      setApplied(value)
      setText(value)
    }
  }

  useEffect(() => {
    const next = text.trim()
    if (next === applied) return
    const timer = setTimeout(() => {
      setApplied(next)
      apply.current(next)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, applied])

  return [text, setText]
}
