import { useState } from 'react'
import { deleteAccount } from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { PASSWORD_REQUIRED } from '#web/session/auth-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { deletionErrorMessage } from './account-messages.ts'

/** Deletes the account, after its password: an open laptop must not be enough. */
export function DeleteAccount({ onDeleted }: { onDeleted(): void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-label="Delete account">
      <h2 className="font-semibold text-md">Delete account</h2>
      <p className="mt-1 text-muted">
        Ends the subscription at once and deletes what you keep here. It cannot be undone.
      </p>
      <Button className="mt-4 text-danger" onClick={() => setIsOpen(true)}>
        Delete my account
      </Button>
      {isOpen && <DeleteDialog onClose={() => setIsOpen(false)} onDeleted={onDeleted} />}
    </section>
  )
}

function DeleteDialog({ onClose, onDeleted }: { onClose(): void; onDeleted(): void }) {
  const [password, setPassword] = useState('')
  const { failure, isBusy, handleSubmit } = useSubmit(send, ApiError, deletionErrorMessage)

  async function send() {
    if (password === '') return PASSWORD_REQUIRED
    await deleteAccount(password)
    onDeleted()
    return undefined
  }

  return (
    <FormDialog
      title="Delete your account?"
      description="Lists, saved searches, templates and history go with it. Files you exported stay with you."
      keepLabel="Keep it"
      confirmLabel="Delete for good"
      variant="danger"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <p>
        A team that you alone own goes to its next manager or recruiter: its plan ends with the
        period that is paid, and your card is taken off it. Without either it closes.
      </p>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        value={password}
        error={failure}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}
