import { useEffect, useRef, useState } from 'react'

const DEBOUNCE_MS = 150

/**
 * Text that is typed here and applied a moment after the last key.
 * @returns the text as typed, and its setter. A value that changes elsewhere replaces it.
 */
export function useDebouncedText(
  value: string,
  onApply: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value)
  // The value as this field last knew it: any other came from outside.
  const [knownValue, setKnownValue] = useState(value)
  const apply = useRef(onApply)

  useEffect(() => {
    apply.current = onApply
  })

  if (value !== knownValue) {
    setKnownValue(value)
    if (value !== text.trim()) setText(value)
  }

  useEffect(() => {
    if (text.trim() === knownValue) return
    const timer = setTimeout(() => {
      setKnownValue(text.trim())
      apply.current(text.trim())
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, knownValue])

  return [text, setText]
}
