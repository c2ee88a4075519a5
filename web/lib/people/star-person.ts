import { starErrorMessage } from '#web/lib/error-messages.ts'
import { mutate } from '#web/replica/replica.ts'
import { tryChange } from '#web/replica/try-change.ts'

/**
 * Makes a person a favorite on all devices, or no more.
 * @param since when the star was set first, where it is put back.
 * @returns whether it was kept; a toast has said why not.
 */
export function starPerson(candidate_id: string, starred: boolean, since?: Date): Promise<boolean> {
  const args = { candidate_id, starred, ...(since && { since: since.toISOString() }) }
  return tryChange(() => mutate('candidates.star', args), starErrorMessage)
}
