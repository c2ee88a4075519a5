import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isBlank } from '#db/schema/invisible.ts'
import { formatPeople } from '#web/lib/format.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { useSingleRun } from '#web/lib/hooks/use-single-run.ts'
import { listDialogStore } from '#web/lib/lists/list-dialog-store.ts'
import { ADD_LISTS_FAILED } from '#web/lib/lists/list-messages.ts'
import { keyOfRow } from '#web/lib/rows-in-use.ts'
import { OwnerChoice } from '#web/replica/owner-choice.tsx'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useCan } from '#web/session/session.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { addMembers, createList, listLink, mayCreateList } from './list-actions.ts'
import { ExistingList, useListChoice } from './list-choice.tsx'
import { ListNameField } from './list-name-field.tsx'
import { addedWords, onListsWords } from './on-lists-words.ts'

type Mode = 'new' | 'existing'

function close() {
  listDialogStore.ids = null
}

/** Asks which list to add the people to that a screen has asked for. */
export function AddToListDialog() {
  const ids = useProxyValue(listDialogStore, (addition) => addition.ids)
  return ids && <AddToList ids={ids} />
}

function AddToList({ ids }: { ids: readonly string[] }) {
  const choice = useListChoice()
  const { rows: having } = useLiveQuery('lists.having', { candidate_ids: [...ids] })
  const canCreate = useCan('lists.create')
  const [mode, setMode] = useState<Mode>(canCreate ? 'new' : 'existing')
  const [name, setName] = useState('')
  const [team, setTeam] = useState<string>()
  const router = useRouter()
  const { isBusy, run } = useSingleRun()

  const target = mode === 'existing' ? choice.list : undefined
  const newName = mode === 'new' && !isBlank(name) ? name.trim() : ''
  const isComplete = newName !== '' || target !== undefined

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    run(add)
  }

  async function add() {
    if (!isComplete) return
    const filled = target ? await addMembers(target, ids) : await createList(newName, ids, { team })
    if (!filled) return
    const already = target
      ? (having.find((list) => keyOfRow(list) === keyOfRow(target))?.people ?? 0)
      : 0
    close()
    showToast({
      title: 'Added to the list',
      description: addedWords(ids.length, already, target?.name ?? newName),
      tone: 'ok',
      action: {
        label: 'View list',
        onPress: () => void router.navigate(listLink(filled)),
      },
    })
  }

  return (
    <FormDialog
      title="Add to List"
      description={`${formatPeople(ids.length)} selected.`}
      confirmLabel={mode === 'new' ? 'Create and add' : 'Add to list'}
      isBusy={isBusy}
      isDisabled={!isComplete}
      onClose={close}
      onSubmit={handleSubmit}
    >
      <Segmented<Mode>
        label="Which list"
        value={mode}
        onValueChange={(next) => (next === 'existing' || mayCreateList()) && setMode(next)}
        options={[
          { value: 'new', label: 'New list', isRestricted: !canCreate },
          { value: 'existing', label: 'Existing list', isDisabled: choice.hasNone },
        ]}
      />
      {mode === 'new' && (
        <>
          <ListNameField name={name} onChange={setName} />
          <OwnerChoice label="Whose list" action="lists.write" team={team} onChange={setTeam} />
        </>
      )}
      {mode === 'existing' && <ExistingList choice={choice} />}
      <p role="status" className="min-h-5 text-muted text-sm tabular-nums">
        {onListsWords(ids.length, having, target)}
      </p>
      {choice.status === 'failed' && (
        <p role="alert" className="text-danger text-sm">
          {ADD_LISTS_FAILED}
        </p>
      )}
    </FormDialog>
  )
}
