import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { formatPeople, presentTexts } from '#web/lib/format.ts'
import { listDialogStore } from '#web/lib/list-dialog-store.ts'
import { ADD_LISTS_FAILED } from '#web/lib/list-messages.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { useSingleRun } from '#web/lib/use-single-run.ts'
import { lastList, readLastList } from '#web/replica/last-list.ts'
import { OwnerChoice } from '#web/replica/owner-choice.tsx'
import { useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { addMembers, createList, keyOfList, type ListAddress, listLink } from './list-actions.ts'
import { ListNameField } from './list-name-field.tsx'
import { addedWords, onListsWords } from './on-lists-words.ts'

type Mode = 'new' | 'existing'

const FORM_ID = 'add-to-list'

function close() {
  listDialogStore.ids = null
}

/** Asks which list to add the people to that a screen has asked for. */
export function AddToListDialog() {
  const ids = useProxyValue(listDialogStore, (addition) => addition.ids)
  return ids && <AddToList ids={ids} />
}

function AddToList({ ids }: { ids: readonly string[] }) {
  const { rows, status, absence } = useLiveQuery('lists.all', {})
  const { teamOf, mayIn } = useTeams()
  const last = useProxyValue(lastList, ({ list }) => list)
  useEffect(() => void readLastList(), [])
  const isLast = (list: ListAddress) => last !== null && keyOfList(list) === keyOfList(last)
  const lists = rows
    .filter((list) => mayIn(list, 'lists.write'))
    .toSorted((one, other) => Number(isLast(other)) - Number(isLast(one)))
  const { rows: having } = useLiveQuery('lists.having', { candidate_ids: [...ids] })
  const hasNone = lists.length === 0 && status === 'ready' && absence === 'none'
  const canCreate = useCan('lists.create')
  const [mode, setMode] = useState<Mode>(canCreate ? 'new' : 'existing')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [team, setTeam] = useState<string>()
  const router = useRouter()
  // The first list is the default, also where the chosen one was deleted meanwhile.
  const list = lists.find((list) => keyOfList(list) === chosen) ?? lists[0]
  const isComplete = mode === 'new' ? name.trim() !== '' : list !== undefined

  const target = mode === 'existing' ? list : undefined
  const already = target
    ? (having.find((one) => keyOfList(one) === keyOfList(target))?.people ?? 0)
    : 0
  const onLists = onListsWords(ids.length, having, target)

  const { isBusy, run } = useSingleRun()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    run(add)
  }

  async function add() {
    if (!isComplete) return
    const filled =
      mode === 'new'
        ? await createList(name.trim(), ids, { team })
        : list && (await addMembers(list, ids))
    if (!filled) return
    close()
    showToast({
      title: 'Added to the list',
      description: addedWords(
        ids.length,
        already,
        mode === 'new' ? name.trim() : (list?.name ?? ''),
      ),
      tone: 'ok',
      action: {
        label: 'View list',
        onPress: () => void router.navigate(listLink(filled)),
      },
    })
  }

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      size="sm"
      title="Add to List"
      description={`${formatPeople(ids.length)} selected.`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="primary"
            isBusy={isBusy}
            disabled={!isComplete}
          >
            {mode === 'new' ? 'Create and add' : 'Add to list'}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={handleSubmit} className="flex flex-col gap-4">
        <Segmented<Mode>
          label="Which list"
          value={mode}
          onValueChange={setMode}
          options={[
            { value: 'new', label: 'New list', isDisabled: !canCreate },
            { value: 'existing', label: 'Existing list', isDisabled: hasNone },
          ]}
        />
        {mode === 'new' && (
          <>
            <ListNameField name={name} onChange={setName} />
            <OwnerChoice label="Whose list" action="lists.write" team={team} onChange={setTeam} />
          </>
        )}
        {mode === 'existing' && lists.length > 0 && (
          <Select
            label="List"
            value={list ? keyOfList(list) : ''}
            onValueChange={setChosen}
            options={lists.map((list) => ({
              value: keyOfList(list),
              label: presentTexts([list.name, teamOf(list)?.name]).join(', '),
            }))}
          />
        )}
        {mode === 'existing' && lists.length === 0 && status !== 'failed' && (
          <p role="status" className="text-muted">
            {absence === 'away'
              ? 'Your lists come to this device once it has caught up.'
              : 'Your lists are on their way…'}
          </p>
        )}
        <p role="status" className="min-h-5 text-muted text-sm tabular-nums">
          {onLists}
        </p>
        {status === 'failed' && (
          <p role="alert" className="text-danger text-sm">
            {ADD_LISTS_FAILED}
          </p>
        )}
      </form>
    </Dialog>
  )
}
