import { useDeferredValue, useState } from 'react'
import { keepUnchanged } from '#web/lib/keep-unchanged.ts'

const NOBODY: readonly never[] = []

/**
 * The people of a window, each the same object until something of that person changes, and not the total
 * alone. Rendered in slices: a hundred new cards at once would block typing.
 */
export function usePeople<Row extends { total: number }>(
  rows: readonly Row[],
): readonly Omit<Row, 'total'>[] {
  const last = useDeferredValue(useKept(rows))
  return rows.length > 0 ? last : NOBODY
}

function useKept<Row extends { total: number }>(rows: readonly Row[]) {
  const [known, setKnown] = useState(() => ({ rows, people: withoutTotal(rows) }))
  if (known.rows === rows) return known.people
  const people = keepUnchanged(known.people, withoutTotal(rows))
  setKnown({ rows, people })
  return people
}

const withoutTotal = <Row extends { total: number }>(
  rows: readonly Row[],
): readonly Omit<Row, 'total'>[] => rows.map(({ total, ...person }) => person)
