import { useCallback, useState } from 'react'
import { useKeyPress } from '#web/lib/use-key-press.ts'
import { shortcutOf } from './shortcuts.ts'

/** Whether the palette is open on a screen that has none of its own. */
export function usePaletteKey(): { isOpen: boolean; close(): void } {
  const [isOpen, setIsOpen] = useState(false)
  // On the window: the search listens on the document, and so handles the key first.
  useKeyPress((press) => {
    const isPalette = shortcutOf(press) === 'palette'
    if (isPalette) setIsOpen(true)
    return isPalette
  }, 'window')
  const close = useCallback(() => setIsOpen(false), [])
  return { isOpen, close }
}
