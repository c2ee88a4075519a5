import { useEffect, useRef } from 'react'

/** Layers that take the keyboard while they are open. */
const OPEN_LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const TEXT_FIELDS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"]'

/** The parts of a keyboard event that shortcuts look at. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** The key is held down, and this press one of its repetitions. */
  repeat: boolean
  /** Whether the focus is in a text field. */
  isTyping: boolean
}

/** The key in lower case; null with a modifier or in a text field. */
export function plainKey({ key, ctrlKey, metaKey, altKey, isTyping }: KeyPress): string | null {
  return ctrlKey || metaKey || altKey || isTyping ? null : key.toLowerCase()
}

/**
 * Listens to the keyboard while a screen is mounted, except in dialogs and menus.
 * @param handle returns whether it handled the key: the browser then does nothing with it.
 * @param place a listener on the window runs after those on the document, and not for a key handled
 * there.
 */
export function useKeyPress(
  handle: (press: KeyPress) => boolean,
  place: 'document' | 'window' = 'document',
): void {
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })

  useEffect(() => {
    const target: EventTarget = place === 'window' ? window : document
    function handleKeyDown(event: Event) {
      if (!(event instanceof KeyboardEvent)) return
      if (event.defaultPrevented || event.isComposing || document.querySelector(OPEN_LAYERS)) return
      const { key, ctrlKey, metaKey, altKey, repeat } = event
      const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELDS)
      if (latest.current({ key, ctrlKey, metaKey, altKey, repeat, isTyping }))
        event.preventDefault()
    }
    target.addEventListener('keydown', handleKeyDown)
    return () => target.removeEventListener('keydown', handleKeyDown)
  }, [place])
}
