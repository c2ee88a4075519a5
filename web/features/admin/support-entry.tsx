import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { asApiError, deedError } from './admin-account-messages.ts'
import { openSupport } from './admin-accounts-client.ts'

const FORM_ID = 'support-code'

/** The field for a support code that a user reads out. */
export function SupportEntry() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function open() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      const id = await openSupport(code)
      await navigate({ to: '/users/$id', params: { id } })
    } catch (error) {
      setFailure(deedError(asApiError(error), 'support').description)
    } finally {
      setIsBusy(false)
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (/^\s*(\d\s*){6}$/.test(code)) void open()
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
