import { useCallback, useState } from 'react'
import { type KeyPress, useKeyPress } from '#web/lib/hooks/use-key-press.ts'

/** Ctrl or ⌘ and K, also while the user types. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
}

/** Whether the palette is open on a screen that has none of its own. */
export function usePaletteKey(): { isOpen: boolean; close(): void } {
  const [isOpen, setIsOpen] = useState(false)
  // On the window: the search listens on the document, and so handles the key first.
  useKeyPress((press) => {
    if (!isPaletteKey(press)) return false
    setIsOpen(true)
    return true
  }, 'window')
  const close = useCallback(() => setIsOpen(false), [])
  return { isOpen, close }
}
