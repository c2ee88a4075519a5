import { type KeyPress, plainKey } from '#web/lib/hooks/use-key-press.ts'
import { isPaletteKey } from './use-palette-key.ts'

export type Shortcut =
  | 'search'
  | 'next'
  | 'previous'
  | 'select'
  | 'list'
  | 'save'
  | 'email'
  | 'reveal'
  | 'shortcuts'
  | 'palette'

const KEYS: Record<string, Shortcut> = {
  '/': 'search',
  j: 'next',
  k: 'previous',
  x: 'select',
  l: 'list',
  e: 'email',
  r: 'reveal',
  s: 'save',
  '?': 'shortcuts',
}

/** The shortcut of a key press; null leaves the key to the browser or a text field. */
export function shortcutOf(press: KeyPress): Shortcut | null {
  if (isPaletteKey(press)) return 'palette'
  return KEYS[plainKey(press) ?? ''] ?? null
}

/** The id `step` places along the list, stopping at its ends; the first where none was focused. */
export function stepTo(
  ids: readonly string[],
  focusedId: string | null,
  step: 1 | -1,
): string | undefined {
  const index = focusedId ? ids.indexOf(focusedId) : -1
  return index < 0 ? ids[0] : ids[Math.min(Math.max(index + step, 0), ids.length - 1)]
}
