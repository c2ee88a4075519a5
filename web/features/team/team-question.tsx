import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/lib/api-client.ts'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFailure } from '#web/ui/form-page.tsx'
import { teamErrorMessage } from './team-messages.ts'

/**
 * Asks before something that only the server can do, saying what follows. A refusal is shown in the
 * dialog, which stays open.
 */
export function TeamQuestion({
  title,
  description,
  children,
  keepLabel,
  confirmLabel,
  variant = 'danger',
  onConfirm,
  onClose,
}: {
  title: string
  /** Says what the action leads to. */
  description: string
  /** More about the consequences, or a choice. */
  children?: ReactNode
  keepLabel: string
  /** The button's label; without one the action is impossible, and the dialog says why. */
  confirmLabel?: string
  variant?: 'danger' | 'primary'
  /** @returns false where the user cancelled. Throws ApiError. */
  onConfirm?(): Promise<boolean>
  onClose(): void
}) {
  const [failure, setFailure] = useState<string>()
  const { isBusy, run } = useAction(ApiError, (error) => setFailure(teamErrorMessage(error)))

  async function confirm() {
    setFailure(undefined)
    if (await onConfirm?.()) onClose()
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{keepLabel}</Button>
          {confirmLabel && (
            <Button variant={variant} isBusy={isBusy} onClick={() => run(confirm)}>
              {confirmLabel}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <FormFailure>{failure}</FormFailure>
      </div>
    </Dialog>
  )
}
