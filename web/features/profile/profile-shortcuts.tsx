import { type ShortcutHelp, ShortcutsDialog } from '#web/ui/shortcuts-dialog.tsx'

const SHORTCUT_HELP: ShortcutHelp = [
  [['L'], 'Add to a list'],
  [['E'], 'Send an email'],
  [['R'], 'Reveal contacts'],
  [['S'], 'Keep as a favorite'],
  [['Ctrl or ⌘', 'K'], 'Command palette'],
  [['?'], 'Show these shortcuts'],
]

/** Every shortcut of a profile. */
export function ProfileShortcuts({ onClose }: { onClose(): void }) {
  return <ShortcutsDialog shortcuts={SHORTCUT_HELP} isOpen onClose={onClose} />
}
