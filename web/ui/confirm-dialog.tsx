import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { PANEL_PLACE, Scrim } from './dialog-panel.tsx'
import { useCloseRequest } from './use-close-request.ts'

/** Asks before a loss, or what others would notice. Escape and the first button change nothing. */
export function ConfirmDialog({
  title,
  children,
  keepLabel,
  confirmLabel,
  confirmVariant = 'danger',
  onKeep,
  onConfirm,
}: {
  title: string
  /** What would come of it. */
  children: ReactNode
  keepLabel: string
  confirmLabel: string
  /** `primary` where nothing is lost. */
  confirmVariant?: 'danger' | 'primary'
  onKeep(): void
  onConfirm(): void
}) {
  useCloseRequest()
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onKeep()}>
      <Radix.Portal>
        <Scrim isOpen className={PANEL_PLACE}>
          <Radix.Content className="w-full animate-from-bottom rounded-t-md bg-surface p-5 pb-safe shadow-floating outline-none sm:max-w-100 sm:animate-rise sm:rounded-md">
            <Radix.Title className="font-semibold text-md">{title}</Radix.Title>
            <Radix.Description className="mt-1 text-muted">{children}</Radix.Description>
            <div className="mt-6 flex flex-wrap justify-end gap-2">
              <Radix.Cancel asChild>
                <Button>{keepLabel}</Button>
              </Radix.Cancel>
              <Button variant={confirmVariant} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </Scrim>
      </Radix.Portal>
    </Radix.Root>
  )
}
