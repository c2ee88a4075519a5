import { Check, Pencil, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isBlank } from '#db/schema/invisible.ts'
import { IconButton } from './button.tsx'
import { InlineForm } from './inline-form.tsx'
import { TextField } from './text-field.tsx'

export interface EditableNameProps {
  name: string
  maxLength: number
  /** As of an inline form. */
  subject?: string
  canRename: boolean
  /**
   * @param seen the name that was changed: it may be another one by now.
   * @returns whether the name was accepted; otherwise the field stays open.
   */
  onRename(name: string, seen: string): Promise<boolean>
  /** The name as text. */
  children: ReactNode
}

/** A name with a pencil button that turns it into a field. */
export function EditableName({
  name,
  maxLength,
  subject,
  canRename,
  onRename,
  children,
}: EditableNameProps) {
  const [draft, setDraft] = useState<{ text: string; seen: string } | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (draft === null) {
    return (
      <div className="flex min-w-0 items-center gap-1">
        {children}
        {canRename && (
          <IconButton
            label={`Rename ${name}`}
            tooltip="Rename"
            icon={Pencil}
            size="sm"
            className="shrink-0 text-muted"
            // The field that had the focus is gone.
            autoFocus={wasOpen}
            onClick={() => {
              setDraft({ text: name, seen: name })
              setWasOpen(true)
            }}
          />
        )}
      </div>
    )
  }

  const close = () => setDraft(null)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!draft) return
    const next = draft.text.trim()
    if (isBlank(next) || next === name || (await onRename(next, draft.seen))) close()
    // Who saves a second time has seen the name beside the field.
    else setDraft((now) => now && { ...now, seen: name })
  }

  return (
    <InlineForm
      subject={subject}
      onCancel={close}
      onSubmit={handleSubmit}
      className="flex min-w-0 max-w-120 flex-1 items-center gap-1"
    >
      <TextField
        label={`New name of ${name}`}
        isLabelHidden
        autoFocus
        autoComplete="off"
        maxLength={maxLength}
        value={draft.text}
        onChange={({ target }) => setDraft({ ...draft, text: target.value })}
        className="flex-1"
      />
      <IconButton type="submit" label="Save name" icon={Check} />
      <IconButton label="Keep the old name" icon={X} onClick={close} />
    </InlineForm>
  )
}
