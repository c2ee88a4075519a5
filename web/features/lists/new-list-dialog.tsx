import { type FormEvent, useState } from 'react'
import { isBlank } from '#db/schema/invisible.ts'
import { useSingleRun } from '#web/lib/hooks/use-single-run.ts'
import { OwnerChoice } from '#web/replica/owner-choice.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { createList } from './list-actions.ts'
import { ListNameField } from './list-name-field.tsx'

/** Asks for the name of a new list. */
export function NewListDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('')
  const [team, setTeam] = useState<string>()
  const isUnnamed = isBlank(name)

  const { isBusy, run } = useSingleRun()

  async function create() {
    if (isUnnamed || !(await createList(name.trim(), [], { team }))) return
    onClose()
    showToast({ title: 'List created', tone: 'ok' })
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    run(create)
  }

  return (
    <FormDialog
      title="New list"
      confirmLabel="Create list"
      isBusy={isBusy}
      isDisabled={isUnnamed}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <ListNameField name={name} onChange={setName} />
      <OwnerChoice label="Whose list" action="lists.write" team={team} onChange={setTeam} />
    </FormDialog>
  )
}
