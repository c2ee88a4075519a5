import { Check, Pencil, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { NAME_MAX } from '../../../db/schema/owned-text.ts'
import type { ListSummary } from '../../../sync/contract/queries.ts'
import { useCan } from '../../lib/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { renameList } from './list-actions.ts'

/** A list's name with a pencil beside it, which turns it into a field. */
export function ListName({ list, children }: { list: ListSummary; children: ReactNode }) {
  const [draft, setDraft] = useState<string | null>(null)
  const canRename = useCan('lists.tidy')
  if (draft === null) {
    return (
      <div className="flex min-w-0 items-center gap-1">
        {children}
        {canRename && (
          <IconButton
            label={`Rename ${list.name}`}
            tooltip="Rename"
            icon={Pencil}
            size="sm"
            className="shrink-0 text-muted"
            onClick={() => setDraft(list.name)}
          />
        )}
      </div>
    )
  }

  const close = () => setDraft(null)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const name = draft?.trim() ?? ''
    if (name === '' || name === list.name || (await renameList(list, name))) close()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
  }

  return (
    <form onSubmit={handleSubmit} className="flex min-w-0 max-w-120 flex-1 items-center gap-1">
      <TextField
        label={`New name of ${list.name}`}
        isLabelHidden
        autoFocus
        autoComplete="off"
        maxLength={NAME_MAX}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={handleKeyDown}
        className="flex-1"
      />
      <IconButton type="submit" label="Save name" icon={Check} />
      <IconButton label="Keep the old name" icon={X} onClick={close} />
    </form>
  )
}
