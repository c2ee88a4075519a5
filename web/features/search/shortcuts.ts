import { type KeyPress, plainKey } from '#web/lib/use-key-press.ts'

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

/** The shortcuts for display: [keys, action]. */
export const SHORTCUT_HELP: readonly (readonly [keys: readonly string[], action: string])[] = [
  [['/'], 'Search'],
  [['J'], 'Next person'],
  [['K'], 'Previous person'],
  [['Enter'], 'Open profile'],
  [['X'], 'Select or unselect'],
  [['L'], 'Add to a list: those selected, or the person'],
  [['E'], 'Send an email'],
  [['R'], 'Reveal contacts'],
  [['S'], 'Save this search; on a profile, keep the person as a favorite'],
  [['Ctrl or ⌘', 'K'], 'Command palette'],
  [['?'], 'Show these shortcuts'],
]

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
  const { key, ctrlKey, metaKey, altKey } = press
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette'
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
