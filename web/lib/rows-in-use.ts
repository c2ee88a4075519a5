import { useState } from 'react'
import { useOpenForms } from './open-forms.ts'

interface Row {
  owner_id: string
  id: string
  created_at: Date
}

/** Tells rows of a table apart: another owner may have one of the same id. */
export const keyOfRow = ({ owner_id, id }: Pick<Row, 'owner_id' | 'id'>) => `${owner_id} ${id}`

/**
 * A table's rows, newest first, with those that went while a form was open on them, as they were last:
 * else what is being written would go with its row.
 */
export function useRowsInUse<R extends Row>(
  rows: readonly R[],
): {
  rows: readonly R[]
  /** Those that are gone but still in use. */
  gone: readonly R[]
} {
  const writing = useOpenForms()
  const [last, setLast] = useState({ rows, gone: [] as readonly R[] })
  if (last.rows !== rows) {
    const keys = new Set(rows.map(keyOfRow))
    const isGone = (row: R) => writing.includes(keyOfRow(row)) && !keys.has(keyOfRow(row))
    setLast({ rows, gone: [...last.rows, ...last.gone].filter(isGone) })
  }
  const gone = last.gone.filter((row) => writing.includes(keyOfRow(row)))
  if (gone.length === 0) return { rows, gone }
  const all = [...rows, ...gone].toSorted(
    (one, other) => other.created_at.getTime() - one.created_at.getTime(),
  )
  return { rows: all, gone }
}
