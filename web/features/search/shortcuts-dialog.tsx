import { type ShortcutHelp, ShortcutsDialog as Shortcuts } from '#web/ui/shortcuts-dialog.tsx'

const SHORTCUT_HELP: ShortcutHelp = [
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

/** Every shortcut of the search screen. */
export function ShortcutsDialog(props: { isOpen: boolean; onClose(): void }) {
  return <Shortcuts shortcuts={SHORTCUT_HELP} {...props} />
}
