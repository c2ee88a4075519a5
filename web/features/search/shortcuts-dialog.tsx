import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

/** [keys, action] */
const SHORTCUT_HELP: readonly (readonly [keys: readonly string[], action: string])[] = [
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
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="Keyboard shortcuts" size="sm">
      <dl className="divide-y divide-line">
        {SHORTCUT_HELP.map(([keys, action]) => (
          <div key={action} className="flex items-center justify-between py-2">
            <dt>{action}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
