import type { DueStep } from '#sync/contract/outreach-queries.ts'
import { addActivity } from '#web/outreach/activity-actions.ts'
import { dayWords } from '#web/outreach/days.ts'
import type { OutreachPerson } from '#web/outreach/outreach-sheet-store.ts'
import { showToast, UNDO_MS } from '#web/ui/toast-store.ts'

/**
 * Moves a step to another day, or marks it as done, with an offer to undo it.
 * @param day null where it is done.
 * @returns whether it was kept; a toast has said why not.
 */
export async function moveStep(
  { id, owner_id, words, next_on }: DueStep,
  person: OutreachPerson,
  day: string | null,
): Promise<boolean> {
  const step = { kind: 'next', words, owner: { owner_id } } as const
  const isMoved = await addActivity(person, { ...step, next_on: day })
  if (isMoved) {
    showToast({
      title: `${person.name}: ${day === null ? 'done' : `due ${dayWords(day)}`}`,
      tone: 'ok',
      durationMs: UNDO_MS,
      action: {
        label: 'Undo',
        onPress: () => void addActivity(person, { ...step, next_on, restores: id }),
      },
    })
  }
  return isMoved
}
