import { useEffect } from 'react'
import { forgetMessageTo } from '#web/outreach/kept-message.ts'
import { forgetContacts } from '#web/replica/revealed-contacts.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'

/** Renders nothing: deletes the contacts of removed people, and an e-mail to one, as the removals arrive. */
export function RemovedPeople() {
  const { rows } = useLiveQuery('reveals.removed', {})
  useEffect(() => {
    const people = rows.map(({ candidate_id }) => candidate_id)
    void forgetContacts(people)
    void forgetMessageTo(people)
  }, [rows])
  return null
}
