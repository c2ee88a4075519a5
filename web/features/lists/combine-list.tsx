import { useRouter } from '@tanstack/react-router'
import { CopyPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isBlank } from '#db/schema/invisible.ts'
import { NAME_MAX } from '#db/schema/owned-text.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { presentTexts } from '#web/lib/format.ts'
import { useSingleRun } from '#web/lib/hooks/use-single-run.ts'
import { keyOfRow } from '#web/lib/rows-in-use.ts'
import { OwnerChoice } from '#web/replica/owner-choice.tsx'
import { useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useCan } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import {
  combinationOf,
  countOf,
  outcomeOf,
  suggestedName,
  WAY_WORDS,
  WAYS,
  type Way,
} from './combine-words.ts'
import { combineLists, listLink } from './list-actions.ts'
import { ListNameField } from './list-name-field.tsx'

/** Makes a new list of one: a copy, or together with another list. The others stay as they are. */
export function CombineList({ list }: { list: ListSummary }) {
  const [isOpen, setIsOpen] = useState(false)
  const canCreate = useCan('lists.create')
  if (!canCreate) return null
  return (
    <>
      <IconButton
        label={`Make a list of ${list.name}`}
        tooltip="Copy, merge or subtract"
        icon={CopyPlus}
        className="text-muted"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <CombineDialog list={list} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function CombineDialog({ list, onClose }: { list: ListSummary; onClose(): void }) {
  const { rows } = useLiveQuery('lists.all', {})
  const { teamOf, mayIn } = useTeams()
  const router = useRouter()
  const [way, setWay] = useState<Way>('copy')
  const [chosen, setChosen] = useState<string>()
  /** Null while it is the one that is offered. */
  const [ownName, setOwnName] = useState<string | null>(null)
  const [team, setTeam] = useState(() =>
    mayIn(list, 'lists.write') ? teamOf(list)?.id : undefined,
  )
  const others = rows.filter((other) => keyOfRow(other) !== keyOfRow(list))
  const other = others.find((one) => keyOfRow(one) === chosen) ?? others[0] ?? list
  const { rows: overlap, status } = useLiveQuery('lists.overlap', {
    one: { owner_id: list.owner_id, id: list.id },
    other: { owner_id: other.owner_id, id: other.id },
  })
  const isCounted = way === 'copy' || status === 'ready'
  const { words, isPossible } = outcomeOf(countOf(way, list, other, overlap[0]?.people ?? 0))
  const name = ownName ?? suggestedName(way, list.name, other.name).slice(0, NAME_MAX)

  const { isBusy, run } = useSingleRun()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    run(combine)
  }

  async function combine() {
    if (!isPossible || isBlank(name)) return
    const of = way === 'copy' ? [list] : [list, other]
    const made = await combineLists(name.trim(), combinationOf(way), of, { team })
    if (!made) return
    onClose()
    showToast({
      title: 'List made',
      description: name.trim(),
      tone: 'ok',
      action: { label: 'View list', onPress: () => void router.navigate(listLink(made)) },
    })
  }

  return (
    <FormDialog
      title="New list of this one"
      description={`“${list.name}” stays as it is.`}
      confirmLabel="Create list"
      isBusy={isBusy}
      isDisabled={!isPossible || !isCounted || isBlank(name)}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <Select
        label="Who is on it"
        value={way}
        onValueChange={(value) => setWay(WAYS.find((each) => each === value) ?? 'copy')}
        options={WAYS.filter((each) => each === 'copy' || others.length > 0).map((value) => ({
          value,
          label: WAY_WORDS[value],
        }))}
      />
      {way !== 'copy' && (
        <Select
          label="The other list"
          value={keyOfRow(other)}
          onValueChange={setChosen}
          options={others.map((one) => ({
            value: keyOfRow(one),
            label: presentTexts([one.name, teamOf(one)?.name]).join(', '),
          }))}
        />
      )}
      <ListNameField name={name} onChange={setOwnName} />
      <OwnerChoice label="Whose list" action="lists.write" team={team} onChange={setTeam} />
      <p role="status" className="min-h-5 text-muted tabular-nums">
        {isCounted && words}
      </p>
    </FormDialog>
  )
}
