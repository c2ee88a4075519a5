import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { InlineForm } from '#web/ui/inline-form.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useKeptDraft } from './kept-draft.ts'
import { workPlace } from './kept-work.ts'
import { keepNote, tooLong, wordsOf } from './notes.ts'
import type { OutreachPerson } from './outreach-sheet-store.ts'

/** What is being written, and the text that its author saw. */
interface NoteDraft {
  text: string
  previous: string | null
}

const KEEPING = {
  isEmpty: ({ text, previous }: NoteDraft) => text === (previous ?? ''),
  teamOf: () => null,
}

/** The account's own note about a person: no other member of a team sees it. */
export function PrivateNote({
  person: { id: personId, name },
  kept,
}: {
  person: OutreachPerson
  kept: string | null
}) {
  const [draft, setDraft] = useKeptDraft(workPlace('note', personId), KEEPING)
  /** Whether this place of it was used: what replaces a used part takes the focus. */
  const [wasUsed, setWasUsed] = useState(false)
  const error = draft && tooLong(draft.text)
  // Its own text is there a moment before its form is gone.
  const isOvertaken = draft && draft.previous !== kept && wordsOf(draft.text) !== kept

  function change(next: NoteDraft | undefined) {
    setDraft(next)
    setWasUsed(true)
  }
  const close = () => change(undefined)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!draft || error) return
    if (await keepNote(personId, draft.text, draft.previous)) close()
    // A second save overwrites: the user has seen the other version.
    else change({ ...draft, previous: kept })
  }

  if (!draft) {
    return (
      <div className="flex flex-col items-start gap-2">
        {kept && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{kept}</p>}
        <Button
          size="sm"
          autoFocus={wasUsed}
          onClick={() => change({ text: kept ?? '', previous: kept })}
        >
          {kept ? 'Edit private note' : 'Add a private note'}
        </Button>
      </div>
    )
  }
  return (
    <InlineForm onCancel={close} onSubmit={handleSubmit} className="flex flex-col gap-2">
      <TextArea
        label={`Private note about ${name}`}
        isLabelHidden
        hint="Stays with the person, on every list. Only you see it."
        autoComplete="off"
        autoFocus={wasUsed}
        value={draft.text}
        error={error}
        onChange={({ target }) => change({ ...draft, text: target.value })}
      />
      {isOvertaken && (
        <p role="status" className="text-sm text-warn [overflow-wrap:anywhere]">
          {kept
            ? `It was changed on another device meanwhile, to “${kept}”.`
            : 'It was deleted on another device meanwhile.'}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" type="submit">
          Save note
        </Button>
        <Button size="sm" variant="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
    </InlineForm>
  )
}
