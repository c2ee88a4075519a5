import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { isBlank } from '#db/schema/invisible.ts'
import { NAME_MAX } from '#db/schema/owned-text.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { useSingleRun } from '#web/lib/hooks/use-single-run.ts'
import { maySaveSearches, type SavedParams, searchSaving } from '#web/lib/searches/save-search.ts'
import { NAME_REQUIRED } from '#web/lib/searches/saved-search-messages.ts'
import { OwnerChoice } from '#web/replica/owner-choice.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
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
    <FormDialog
      title="Save Search"
      description="Its words, filters and order are kept, and open on all your devices."
      confirmLabel="Save Search"
      isBusy={isBusy}
      isDisabled={name === ''}
      onClose={close}
      onSubmit={handleSubmit}
    >
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
    </FormDialog>
  )
}
