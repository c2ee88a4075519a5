import { useEffect, useRef } from 'react'

/** What takes the keyboard for itself while it is open. */
const OPEN_LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const TEXT_FIELDS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"]'

export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** Whether the key would go into a text. */
  isTyping: boolean
}

/** The key in lower case where it was pressed by itself and not into a text; otherwise null. */
export function plainKey({ key, ctrlKey, metaKey, altKey, isTyping }: KeyPress): string | null {
  return ctrlKey || metaKey || altKey || isTyping ? null : key.toLowerCase()
}

/**
 * Hears the keyboard of a screen while it is mounted, unless a dialog or a menu has it.
 * @param handle whether the press was its to take: the browser then does nothing with it.
 * @param place the window hears a key after the document did, and not one that was taken there.
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
      const { key, ctrlKey, metaKey, altKey } = event
      const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELDS)
      if (latest.current({ key, ctrlKey, metaKey, altKey, isTyping })) event.preventDefault()
    }
    target.addEventListener('keydown', handleKeyDown)
    return () => target.removeEventListener('keydown', handleKeyDown)
  }, [place])
}
