import { type ActivityRow, touchKindOf } from '#db/schema/activities.ts'
import { type DoNotContactRow, REASON_MAX } from '#db/schema/do-not-contact.ts'
import type { MutationTx } from './rows.ts'

/* Marks of people who must not be contacted, as mutations read and write them. */

const DAY_MS = 24 * 60 * 60_000

/** The reason of a mark that an outcome creates, where the author gave none. */
export const ASKED = 'Asked us to stop'

/** The reason of a mark that an outcome creates, cut without splitting a character. */
export const reasonFrom = (words: string | null) =>
  (words ?? ASKED).slice(0, REASON_MAX).replace(/[\uD800-\uDBFF]$/, '')

type Mark = Pick<DoNotContactRow, 'mark_id' | 'candidate_id' | 'reason' | 'until'>

/** Marks a person. Of this mark and one that still holds, the later day and the newer reason stay. */
export async function mark(tx: MutationTx, { candidate_id, ...made }: Mark): Promise<void> {
  const before = await tx.get('do_not_contact', { candidate_id })
  const row = { ...made, set_at: tx.madeAt }
  if (!before || !holds(tx, before.until)) {
    // Deleted and inserted instead of updated, because the authors of a row are those of marks that
    // hold.
    await tx.delete('do_not_contact', [{ candidate_id }])
    await tx.insert('do_not_contact', [{ candidate_id, ...row }])
    return
  }
  const { reason, set_at } = before.set_at > row.set_at ? before : row
  const until = laterDay(before.until, row.until)
  const { mark_id } = row
  await tx.update('do_not_contact', { candidate_id }, { mark_id, reason, until, set_at })
}

/** Marks a person for good at their own request, where no mark for good holds. */
export async function markAsAsked(
  tx: MutationTx,
  { id, candidate_id, words }: Pick<ActivityRow, 'id' | 'candidate_id' | 'words'>,
): Promise<void> {
  const before = await tx.get('do_not_contact', { candidate_id })
  const isMarked = before !== undefined && holds(tx, before.until)
  if (isMarked && before.until === null) return
  const mark_id = isMarked ? besideId(id) : id
  await mark(tx, { mark_id, candidate_id, reason: reasonFrom(words), until: null })
}

/**
 * The id of an older mark that an outcome turned into one for good. It differs from the touch's, so that
 * undoing the outcome keeps the mark, and from the older mark's, so that a lift of that one comes too
 * late.
 */
const besideId = (touchId: string) =>
  touchId.slice(0, -1) + (15 - Number.parseInt(touchId.slice(-1), 16)).toString(16)

/** Whether a mark still holds, by the day that `PRESENT_DAY_OF_MARKS` has. */
const holds = ({ now }: MutationTx, until: string | null) =>
  until === null || until >= new Date(now.getTime() - DAY_MS / 2).toISOString().slice(0, 10)

const laterDay = (a: string | null, b: string | null) =>
  a === null || b === null ? null : a > b ? a : b

/** Whether a step says that the person must not be contacted. */
export const isMark = ({ kind, value }: Pick<ActivityRow, 'kind' | 'value'>) =>
  kind === 'stop' || (touchKindOf(kind) !== undefined && value === 'asked_to_stop')

/**
 * Whether nobody else marked the person since the last lift. The row names the first author and the last;
 * those between are in the history alone.
 */
export async function isOwnMark(tx: MutationTx, marked: DoNotContactRow): Promise<boolean> {
  const { candidate_id, created_by, updated_by } = marked
  if (created_by !== tx.by || updated_by !== tx.by) return false
  const steps = await tx.find('activities', { candidate_id })
  const lifts = steps.filter(({ kind }) => kind === 'resume')
  const liftedAt = Math.max(0, ...lifts.map(({ created_at }) => created_at.getTime()))
  const marks = steps.filter(
    (step) =>
      isMark(step) &&
      step.created_at.getTime() > liftedAt &&
      (step.kind !== 'stop' || holds(tx, step.value)),
  )
  const whole = await Promise.all(marks.map(({ id }) => tx.get('activities', { id })))
  return whole.every((step) => step?.created_by === tx.by)
}
