import { useEffect } from 'react'
import { forgetContacts } from '#web/replica/revealed-contacts.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'

/** Shows nothing: lets go of contacts of people who had themselves removed, as word of it arrives. */
export function RemovedPeople() {
  const { rows } = useLiveQuery('reveals.removed', {})
  useEffect(() => {
    void forgetContacts(rows.map(({ candidate_id }) => candidate_id))
  }, [rows])
  return null
}
