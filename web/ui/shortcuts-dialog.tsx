import { Dialog } from './dialog.tsx'
import { Kbd } from './kbd.tsx'

/** What a screen's shortcuts do, with their keys. */
export type ShortcutHelp = readonly (readonly [keys: readonly string[], action: string])[]

/** Lists the keyboard shortcuts of a screen. */
export function ShortcutsDialog({
  shortcuts,
  isOpen,
  onClose,
}: {
  shortcuts: ShortcutHelp
  isOpen: boolean
  onClose(): void
}) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="Keyboard shortcuts" size="sm">
      <dl className="divide-y divide-line">
        {shortcuts.map(([keys, action]) => (
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
