import type { PersonTouches } from '#sync/contract/outreach-queries.ts'
import { mutate } from '#web/replica/replica.ts'
import { isOwn, ownerArg } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { notKept, ownerOfActivity } from './activity-actions.ts'
import type { OutreachPerson } from './outreach-sheet-store.ts'

/** Marks a person as one not to contact. */
export function markDoNotContact(
  person: OutreachPerson,
  reason: string,
  until: string | null,
): Promise<boolean> {
  const owner = ownerArg(ownerOfActivity(person))
  const id = crypto.randomUUID()
  return tryChange(
    () => mutate('people.stop', { ...owner, id, candidate_id: person.id, reason, until }),
    notKept,
  )
}

/** Lifts the mark that is shown. */
export function liftDoNotContact({
  candidate_id,
  stop_mark,
  stop_owner,
}: PersonTouches): Promise<boolean> {
  if (stop_mark === null || stop_owner === null) return Promise.resolve(true)
  const owner = isOwn({ owner_id: stop_owner }) ? {} : { owner: stop_owner }
  const id = crypto.randomUUID()
  return tryChange(
    () => mutate('people.resume', { ...owner, id, candidate_id, mark_id: stop_mark }),
    notKept,
  )
}
