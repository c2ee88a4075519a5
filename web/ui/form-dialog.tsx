import { type FormEvent, type ReactNode, useId } from 'react'
import { useOpenForm } from '#web/lib/open-forms.ts'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  confirmLabel: string
  keepLabel?: string
  variant?: 'primary' | 'danger'
  isBusy?: boolean
  /** Whether there is nothing to send yet. */
  isDisabled?: boolean
  onClose(): void
  onSubmit(event: FormEvent): void
  /** The fields; each says itself what is wrong with it. */
  children: ReactNode
}

/** An open dialog that is one form, with a button that sends it and one that gives it up. */
export function FormDialog({
  confirmLabel,
  keepLabel = 'Cancel',
  variant = 'primary',
  size = 'sm',
  isBusy = false,
  isDisabled = false,
  onClose,
  onSubmit,
  children,
  ...words
}: FormDialogProps) {
  useOpenForm()
  const formId = useId()
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size={size}
      {...words}
      footer={
        <>
          <Button onClick={onClose}>{keepLabel}</Button>
          <Button
            type="submit"
            form={formId}
            variant={variant}
            isBusy={isBusy}
            disabled={isDisabled}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  )
}
