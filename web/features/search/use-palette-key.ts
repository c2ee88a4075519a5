import { useCallback, useEffect, useState } from 'react'
import { OPEN_LAYERS, shortcutOf } from './shortcuts.ts'

/** Whether the palette's keys were pressed where no screen has a palette of its own. */
export function usePaletteKey(): { isOpen: boolean; close(): void } {
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || document.querySelector(OPEN_LAYERS)) return
      const { key, ctrlKey, metaKey, altKey } = event
      if (shortcutOf({ key, ctrlKey, metaKey, altKey, isTyping: true }) !== 'palette') return
      event.preventDefault()
      setIsOpen(true)
    }
    // On the window: the search listens on the document, and so takes the key first.
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])

  const close = useCallback(() => setIsOpen(false), [])
  return { isOpen, close }
}
