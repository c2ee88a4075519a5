import { useState } from 'react'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { useOpenForms } from '#web/lib/open-forms.ts'
import { keyOfList } from './list-actions.ts'

const NONE: readonly ListSummary[] = []

/**
 * The lists, with those that went while they were being renamed, as they were last: else what is being
 * written would go with its row.
 */
export function useListsInUse(rows: readonly ListSummary[]): {
  lists: readonly ListSummary[]
  /** Those of them that went. */
  gone: readonly ListSummary[]
} {
  const writing = useOpenForms()
  const [last, setLast] = useState({ rows, gone: NONE })
  if (last.rows !== rows) {
    const keys = new Set(rows.map(keyOfList))
    const isGone = (list: ListSummary) =>
      writing.includes(keyOfList(list)) && !keys.has(keyOfList(list))
    setLast({ rows, gone: [...last.rows, ...last.gone].filter(isGone) })
  }
  const gone = last.gone.filter((list) => writing.includes(keyOfList(list)))
  if (gone.length === 0) return { lists: rows, gone }
  const lists = [...rows, ...gone].toSorted(
    (one, other) => other.created_at.getTime() - one.created_at.getTime(),
  )
  return { lists, gone }
}
