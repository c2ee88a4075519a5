import { isBlank } from '#db/schema/invisible.ts'
import { NOTE_MAX } from '#db/schema/owned-text.ts'
import { formatCount } from '#web/lib/format.ts'
import { mutate } from '#web/replica/replica.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { notKept } from './activity-actions.ts'

/** Keeps the account's private note about a person. @param previous the text its author saw. */
export function keepNote(id: string, note: string, previous: string | null): Promise<boolean> {
  return tryChange(
    () => mutate('candidates.note', { candidate_id: id, note: wordsOf(note), previous }),
    notKept,
  )
}

/** What was typed, as it is kept; null where nothing of it is to be seen. */
export function wordsOf(text: string): string | null {
  return isBlank(text) ? null : text.trim()
}

/** Why a text of so many characters cannot be kept; undefined where it can. */
export function tooLong(text: string, max = NOTE_MAX): string | undefined {
  if (text.length <= max) return undefined
  return `At most ${formatCount(max)} characters; these are ${formatCount(text.length)}.`
}
