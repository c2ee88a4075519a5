import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#web/lib/api-client.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { deedError } from './admin-account-messages.ts'
import { openSupport } from './admin-accounts-client.ts'

const FORM_ID = 'support-code'

/** The field for a support code that a user reads out. */
export function SupportEntry() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const { isBusy, run } = useAction(ApiError, (error) =>
    setFailure(deedError(error, 'support').description),
  )

  async function open() {
    setFailure(undefined)
    const id = await openSupport(code)
    await navigate({ to: '/users/$id', params: { id } })
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (/^\s*(\d\s*){6}$/.test(code)) run(open)
    else setFailure('Please enter the six digits.')
  }

  function handleOpenChange(next: boolean) {
    setIsOpen(next)
    setCode('')
    setFailure(undefined)
  }

  return (
    <>
      <Button onClick={() => handleOpenChange(true)}>Support code</Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={handleOpenChange}
        size="sm"
        title="Open a support code"
        description="It shows how many rows the account has and how its device synchronises, and nothing of what it keeps."
        footer={
          <>
            <Button onClick={() => handleOpenChange(false)}>Cancel</Button>
            <Button type="submit" form={FORM_ID} variant="primary" isBusy={isBusy}>
              Open
            </Button>
          </>
        }
      >
        <form id={FORM_ID} noValidate onSubmit={handleSubmit}>
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={code}
            error={failure}
            onChange={(event) => setCode(event.target.value)}
          />
        </form>
      </Dialog>
    </>
  )
}
