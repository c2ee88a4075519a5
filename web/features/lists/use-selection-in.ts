import { useEffect } from 'react'
import { PEOPLE_MAX } from '#sync/contract/list-queries.ts'
import type { QueryName } from '#sync/contract/queries.ts'
import { followQuery } from '#web/replica/follow-query.ts'
import { isComplete } from '#web/replica/until-complete.ts'
import type { PeopleSelection } from './selection-row.tsx'

/**
 * Takes people out of a selection once they are no longer where they were selected, which other screens,
 * devices and members bring about, too: none would be acted on unseen.
 * @param queryFor reads which of some people are still there; the same function from render to render
 */
export function useSelectionIn(
  queryFor: (candidate_ids: readonly string[]) => { name: QueryName; args: object },
  { selected, select }: PeopleSelection,
): void {
  useEffect(() => {
    const people = [...selected]
    const ends: (() => void)[] = []
    for (let start = 0; start < people.length; start += PEOPLE_MAX) {
      const part = people.slice(start, start + PEOPLE_MAX)
      const onRows = (rows: unknown[]) => {
        // Until its first sync is complete, the device lacks people who are there.
        if (!isComplete()) return
        const there = new Set((rows as { candidate_id: string }[]).map((row) => row.candidate_id))
        const gone = part.filter((id) => !there.has(id))
        if (gone.length > 0) select(gone, false)
      }
      // A screen whose rows cannot be read says so itself.
      ends.push(followQuery({ ...queryFor(part), onRows, onFailure: () => undefined }))
    }
    return () => {
      for (const end of ends) end()
    }
  }, [queryFor, selected, select])
}
