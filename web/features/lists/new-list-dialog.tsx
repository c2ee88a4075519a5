import { type FormEvent, useState } from 'react'
import { NAME_MAX } from '../../../db/schema/owned-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { createList } from './list-actions.ts'

const FORM_ID = 'new-list'

/** Asks for the name of a list to be. */
export function NewListDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('')
  const isBlank = name.trim() === ''

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isBlank && (await createList(name.trim()))) onClose()
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
          <Button type="submit" form={FORM_ID} variant="primary" disabled={isBlank}>
            Create list
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={handleSubmit}>
        <TextField
          label="Name"
          autoFocus
          // The browser keeps what is typed into forms, past any sign-out.
          autoComplete="off"
          required
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
