import { useEffect, useState } from 'react'
import { presentTexts } from '#web/lib/format.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { keyOfRow } from '#web/lib/rows-in-use.ts'
import { lastList, readLastList } from '#web/replica/last-list.ts'
import { useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { Select } from '#web/ui/select.tsx'
import type { ListAddress } from './list-actions.ts'

export type ListChoice = ReturnType<typeof useListChoice>

/** The lists that the account may add people to, the one last added to first, and the chosen one. */
export function useListChoice() {
  const { rows, status, absence } = useLiveQuery('lists.all', {})
  const { mayIn } = useTeams()
  const last = useProxyValue(lastList, ({ list }) => list)
  useEffect(() => void readLastList(), [])
  const [chosen, choose] = useState<string>()
  const isLast = (list: ListAddress) => last !== null && keyOfRow(list) === keyOfRow(last)
  const lists = rows
    .filter((list) => mayIn(list, 'lists.write'))
    .toSorted((one, other) => Number(isLast(other)) - Number(isLast(one)))
  return {
    lists,
    // The first list is the default, also where the chosen one was deleted meanwhile.
    list: lists.find((list) => keyOfRow(list) === chosen) ?? lists[0],
    choose,
    hasNone: lists.length === 0 && status === 'ready' && absence === 'none',
    status,
    absence,
  }
}

/** The choice on screen, or why there is none yet. */
export function ExistingList({ choice }: { choice: ListChoice }) {
  const { lists, list, choose, status, absence } = choice
  const { teamOf } = useTeams()
  if (lists.length > 0) {
    return (
      <Select
        label="List"
        value={list ? keyOfRow(list) : ''}
        onValueChange={choose}
        options={lists.map((list) => ({
          value: keyOfRow(list),
          label: presentTexts([list.name, teamOf(list)?.name]).join(', '),
        }))}
      />
    )
  }
  if (status === 'failed') return null
  return (
    <p role="status" className="text-muted">
      {absence === 'away'
        ? 'Your lists come to this device once it has caught up.'
        : 'Your lists are on their way…'}
    </p>
  )
}
