import { useEffect } from 'react'
import { forgetContacts } from '#web/replica/revealed-contacts.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'

/** Renders nothing: deletes the contacts of removed people as the removals arrive. */
export function RemovedPeople() {
  const { rows } = useLiveQuery('reveals.removed', {})
  useEffect(() => {
    void forgetContacts(rows.map(({ candidate_id }) => candidate_id))
  }, [rows])
  return null
}
