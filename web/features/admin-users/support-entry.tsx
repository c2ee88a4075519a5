import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { visibleText } from '#db/schema/invisible.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { deedError } from './account-messages.ts'
import { openSupport } from './accounts-client.ts'

/** The field for a support code that a user reads out. */
export function SupportEntry() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Support code</Button>
      {isOpen && <SupportDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SupportDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const { failure, isBusy, handleSubmit } = useSubmit(
    send,
    ApiError,
    (error) => deedError(error, 'support').description,
  )

  async function send() {
    const digits = visibleText(code)
    if (!/^(\d\s*){6}$/.test(digits)) return 'Please enter the six digits.'
    const id = await openSupport(digits)
    await navigate({ to: '/users/$id', params: { id } })
    return undefined
  }

  return (
    <FormDialog
      title="Open a support code"
      description="It shows how many rows the account has and how its device synchronises, and nothing of what it keeps."
      confirmLabel="Open"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={code}
        error={failure}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  )
}
