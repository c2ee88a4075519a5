import { workPlace } from './kept-work.ts'
import type { OpenTouch, OutcomeDraft } from './outreach-sheet-store.ts'

/** The key under which the draft of a touch's outcome is stored. */
export const outcomePlace = ({ id, person }: Pick<OpenTouch, 'id' | 'person'>) =>
  workPlace('outcome', person.id, id)

/** How the draft of a touch's outcome is stored. */
export const keepingOutcome = (touch: OpenTouch) => ({
  isEmpty: (draft: OutcomeDraft) => isUnchanged(touch, draft),
  teamOf: () => touch.owner ?? null,
})

/** Whether the draft says nothing that was not there before. */
function isUnchanged({ before }: OpenTouch, { words, next_on }: OutcomeDraft): boolean {
  return (words ?? '') === (before?.words ?? '') && next_on === (before?.next_on ?? null)
}
