import { type FormEvent, useState } from 'react'
import { isBlank } from '#db/schema/invisible.ts'
import { useSingleRun } from '#web/lib/use-single-run.ts'
import { OwnerChoice } from '#web/replica/owner-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { createList } from './list-actions.ts'
import { ListNameField } from './list-name-field.tsx'

const FORM_ID = 'new-list'

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
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="sm"
      title="New list"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="primary"
            isBusy={isBusy}
            disabled={isUnnamed}
          >
            Create list
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={handleSubmit} className="flex flex-col gap-4">
        <ListNameField name={name} onChange={setName} />
        <OwnerChoice label="Whose list" action="lists.write" team={team} onChange={setTeam} />
      </form>
    </Dialog>
  )
}
