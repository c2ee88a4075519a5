import { useEffect } from 'react'
import { forgetWorkAbout, forgetWorkAboutUnknown } from '#web/outreach/kept-work.ts'
import { forgetContacts } from '#web/replica/revealed-contacts.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'

/** Renders nothing: deletes the contacts of removed people, and what is being written about them. */
export function RemovedPeople() {
  const { rows } = useLiveQuery('reveals.removed', {})
  useEffect(() => {
    const people = rows.map(({ candidate_id }) => candidate_id)
    void forgetContacts(people)
    void forgetWorkAbout(people)
  }, [rows])
  useEffect(() => void forgetWorkAboutUnknown(), [])
  return null
}
