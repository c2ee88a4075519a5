import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { isBlank } from '#db/schema/invisible.ts'
import { NAME_MAX } from '#db/schema/owned-text.ts'
import { maySaveSearches, type SavedParams, searchSaving } from '#web/lib/save-search.ts'
import { NAME_REQUIRED } from '#web/lib/saved-search-messages.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { useSingleRun } from '#web/lib/use-single-run.ts'
import { OwnerChoice } from '#web/replica/owner-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { SavedChips } from './saved-chips.tsx'
import { saveSearch } from './saved-search-actions.ts'

export interface SaveSearchDialogProps {
  /** A search's text and filters in short labels. */
  labelsOf(params: SavedParams): string[]
  /** Opens the saved searches. */
  onView(): void
}

const FORM_ID = 'save-search'

function close() {
  searchSaving.params = null
}

/** Asks for the name of the search to save. */
export function SaveSearchDialog(props: SaveSearchDialogProps) {
  const params = useProxyValue(searchSaving, (saving) => saving.params)
  return params && <SaveSearch {...props} params={params} />
}

function SaveSearch({ params, labelsOf, onView }: SaveSearchDialogProps & { params: SavedParams }) {
  const [typed, setTyped] = useState('')
  const [team, setTeam] = useState<string>()
  const name = isBlank(typed) ? '' : typed.trim()

  const { isBusy, run } = useSingleRun()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    run(save)
  }

  async function save() {
    // A user who was signed out meanwhile is told here, and keeps the typed name.
    if (name === '' || !maySaveSearches()) return
    if (!(await saveSearch(name, params, team === undefined ? {} : { owner: team }))) return
    close()
    showToast({
      title: 'Search saved',
      description: name,
      tone: 'ok',
      action: { label: 'View saved searches', onPress: onView },
    })
  }

  // With its button disabled the form submits nothing: Enter would have no effect.
  function handleKeyDown({ key, nativeEvent }: KeyboardEvent) {
    if (key === 'Enter' && !nativeEvent.isComposing && name === '') {
      showToast({ ...NAME_REQUIRED, tone: 'danger' })
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      size="sm"
      title="Save Search"
      description="Its words, filters and order are kept, and open on all your devices."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="primary"
            isBusy={isBusy}
            disabled={name === ''}
          >
            Save Search
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={handleSubmit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          autoFocus
          // Browsers store form input, past any sign-out.
          autoComplete="off"
          required
          maxLength={NAME_MAX}
          value={typed}
          onKeyDown={handleKeyDown}
          onChange={(event) => setTyped(event.target.value)}
        />
        <OwnerChoice label="Whose search" action="searches.write" team={team} onChange={setTeam} />
        <SavedChips labels={labelsOf(params)} />
      </form>
    </Dialog>
  )
}
