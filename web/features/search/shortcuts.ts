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

/** The keys as they are shown: [keys, what they do]. */
export const SHORTCUT_HELP: readonly (readonly [keys: readonly string[], action: string])[] = [
  [['/'], 'Search'],
  [['J'], 'Next person'],
  [['K'], 'Previous person'],
  [['Enter'], 'Open profile'],
  [['X'], 'Select or unselect'],
  [['L'], 'Add to a list: those selected, or the person'],
  [['E'], 'Send an email'],
  [['R'], 'Reveal contacts'],
  [['S'], 'Save this search'],
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

/** What takes the keyboard for itself while it is open. */
export const OPEN_LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]'

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** Whether the key would go into a text. */
  isTyping: boolean
}

/** The shortcut of a key press; null where the key belongs to the browser or to a text. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, isTyping }: Press): Shortcut | null {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette'
  if (ctrlKey || metaKey || altKey || isTyping) return null
  return KEYS[key.toLowerCase()] ?? null
}

/** The id `step` places along the list, staying at its ends; the first where none was focused. */
export function stepTo(
  ids: readonly string[],
  focusedId: string | null,
  step: 1 | -1,
): string | undefined {
  const index = focusedId ? ids.indexOf(focusedId) : -1
  return index < 0 ? ids[0] : ids[Math.min(Math.max(index + step, 0), ids.length - 1)]
}
