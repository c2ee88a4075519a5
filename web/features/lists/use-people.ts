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
  const kept = useKept(rows)
  const last = useDeferredValue(kept)
  return last.window === kept.window ? last.people : NOBODY
}

/** The people, and how often there have been none: another window begins without rows. */
function useKept<Row extends { total: number }>(rows: readonly Row[]) {
  const [known, setKnown] = useState(() => ({
    rows,
    kept: { people: withoutTotal(rows), window: 0 },
  }))
  if (known.rows === rows) return known.kept
  const people = keepUnchanged(known.kept.people, withoutTotal(rows))
  const window = known.kept.window + (rows.length === 0 ? 1 : 0)
  const isSame = people === known.kept.people && window === known.kept.window
  const kept = isSame ? known.kept : { people, window }
  setKnown({ rows, kept })
  return kept
}

const withoutTotal = <Row extends { total: number }>(
  rows: readonly Row[],
): readonly Omit<Row, 'total'>[] => rows.map(({ total, ...person }) => person)
