import { useState } from 'react'
import { teamNameFault } from '#web/lib/account/team-name.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormFailure } from '#web/ui/form-page.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { createTeam } from './team-client.ts'
import { teamErrorMessage } from './team-messages.ts'

export function CreateTeam({
  onCreated,
  onClose,
}: {
  onCreated(teamId: string): void
  onClose(): void
}) {
  const [name, setName] = useState('')
  const [nameFault, setNameFault] = useState<string>()
  const { failure, isBusy, handleSubmit } = useSubmit(send, ApiError, teamErrorMessage)

  async function send() {
    const fault = teamNameFault(name)
    setNameFault(fault)
    if (fault) return undefined
    onCreated(await createTeam(name.trim()))
    // The team itself is shown once this device has its rows.
    showToast({ title: 'Team created', tone: 'ok' })
    return undefined
  }

  return (
    <FormDialog
      title="New team"
      description="You are its owner. It begins with two seats, one of them yours."
      confirmLabel="Create team"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <TextField
        label="Name"
        autoComplete="off"
        required
        value={name}
        error={nameFault}
        onChange={(event) => setName(event.target.value)}
      />
      <FormFailure>{failure}</FormFailure>
    </FormDialog>
  )
}
