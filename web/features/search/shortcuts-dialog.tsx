import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { SHORTCUT_HELP } from './shortcuts.ts'

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
