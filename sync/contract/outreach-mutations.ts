import { z } from 'zod'
import {
  type ActivityRow,
  day,
  mayEndAs,
  NEXT_YEARS_MAX,
  outcome,
  TOUCH_KINDS,
  type TouchKind,
  touchKindOf,
  WORDS_MAX,
} from '#db/schema/activities.ts'
import { REASON_MAX } from '#db/schema/do-not-contact.ts'
import { ownedText } from '#db/schema/owned-text.ts'
import { ASKED, isMark, isOwnMark, mark, markAsAsked, reasonFrom } from './do-not-contact-marks.ts'
import { AppError } from './errors.ts'
import { assertNotMoved, define, gone, id, owner } from './mutation.ts'
import type { MutationTx } from './rows.ts'

/*
 * What is done with a person beside the steps on lists: calls, e-mails, notes, next steps, and marks
 * of those who must not be contacted.
 *
 *   activities.add ──► open ──activities.complete──► completed ──activities.reopen──► open
 *
 * A call is written before the device leaves for it, and completed on the way back: an app that the
 * phone ended in between still knows that the call was begun. Other touches count at once, and are
 * completed when their answer is known.
 */

const DAY_MS = 24 * 60 * 60_000

const words = ownedText(WORDS_MAX)
  .trim()
  .transform((text) => text || null)
  .nullable()
  .default(null)
const nextOn = day.nullable().default(null)
const reason = ownedText(REASON_MAX).trim().min(1)

export const OUTREACH_MUTATIONS = {
  'activities.add': define({
    args: z
      .object({
        owner,
        id,
        candidate_id: id,
        /** The list on which it happens, whose history contains it. */
        list_id: id.nullable().default(null),
        kind: z.enum([...TOUCH_KINDS, 'note', 'next']),
        /** The outcome, where it is known already. */
        outcome: outcome.nullable().default(null),
        words,
        next_on: nextOn,
        /** The step whose day this sets again: it may be overdue. */
        restores: id.nullable().default(null),
      })
      .refine(({ kind, words }) => kind !== 'note' || words !== null, 'a note has words')
      .refine(
        ({ kind, outcome }) => outcome === null || mayEndAs(kind, outcome),
        'not an outcome of that',
      ),
    action: 'outreach.write',
    inTeam: 'outreach.write',
    creates: (args) => `activities:${args.id}`,
    async run(tx, { owner: _, outcome, restores, ...activity }) {
      const { candidate_id, next_on } = activity
      const restored = restores === null ? undefined : await tx.get('activities', { id: restores })
      const isSetAgain = restored?.candidate_id === candidate_id && restored.next_on === next_on
      if (!isSetAgain) assertNextOn(tx, next_on)
      await assertListNotMoved(tx, activity.list_id)
      await tx.insert('activities', [
        { ...activity, value: outcome, created_at: tx.now, happened_at: tx.madeAt },
      ])
      // A person who left the directory gets no row; words about them are not dropped in silence.
      if (!(await tx.get('activities', { id: activity.id }))) throw gone('person')
      if (outcome === 'asked_to_stop') await markAsAsked(tx, activity)
    },
  }),

  /** Sets the outcome of a touch, once; words and next step replace the previous ones. */
  'activities.complete': define({
    args: z.object({ owner, id, outcome, words, next_on: nextOn }),
    action: 'outreach.tidy',
    inTeam: 'outreach.write',
    about: (args) => `activities:${args.id}`,
    async run(tx, { id, outcome, words, next_on }) {
      const touch = await ownTouch(tx, id)
      if (!mayEndAs(touch.kind, outcome)) {
        throw new AppError('invalid_input', `This is no outcome of ${A_TOUCH[touch.kind]}.`)
      }
      if (touch.value === outcome && touch.words === words && touch.next_on === next_on) return
      if (touch.value !== null) throw outcomeKnown(touch)
      if (next_on !== touch.next_on) assertNextOn(tx, next_on)
      await tx.update('activities', { id }, { value: outcome, words, next_on })
      if (outcome === 'asked_to_stop') await markAsAsked(tx, { ...touch, words })
    },
  }),

  /** Undoes an outcome, with the mark that it alone created. */
  'activities.reopen': define({
    args: z.object({
      owner,
      id,
      outcome,
      /** The words and the next step that it had before. */
      words,
      next_on: nextOn,
    }),
    action: 'outreach.tidy',
    inTeam: 'outreach.write',
    about: (args) => `activities:${args.id}`,
    async run(tx, { id, outcome, words, next_on }) {
      const touch = await ownTouch(tx, id)
      if (touch.value !== outcome) return
      await tx.update('activities', { id }, { value: null, words, next_on })
      const { candidate_id } = touch
      const marked = await tx.get('do_not_contact', { candidate_id })
      if (marked?.mark_id === id) await tx.delete('do_not_contact', [{ candidate_id }])
      if (touch.words !== words) await eraseWords(tx, touch)
    },
  }),

  /** Removes the words from a row, which stays, and from the mark that has them. */
  'activities.redact': define({
    args: z.object({
      owner,
      id,
      /** Refuses a call whose outcome is known meanwhile. */
      only_open: z.boolean().default(false),
    }),
    action: 'outreach.tidy',
    inTeam: 'outreach.write',
    about: (args) => `activities:${args.id}`,
    async run(tx, { id, only_open }) {
      const activity = await tx.get('activities', { id })
      if (!activity || activity.redacted_at) return
      if (activity.created_by !== tx.by) tx.assertInTeam('outreach.manage')
      const kind = touchKindOf(activity.kind)
      if (only_open && kind && activity.value !== null) throw outcomeKnown({ ...activity, kind })
      await tx.update('activities', { id }, { words: null, next_on: null, redacted_at: tx.now })
      await eraseWords(tx, activity)
      const copied = reasonFrom(activity.words)
      if (!isMark(activity) || copied === ASKED) return
      const { candidate_id } = activity
      const marked = await tx.get('do_not_contact', { candidate_id })
      if (marked?.reason === copied) {
        await tx.update('do_not_contact', { candidate_id }, { reason: ASKED })
      }
    },
  }),

  /** Replaces an older mark without weakening it: the longer of the two holds. */
  'people.stop': define({
    args: z.object({
      owner,
      /** The id of the mark, and of its row in the history. */
      id,
      candidate_id: id,
      reason,
      until: day.nullable().default(null),
    }),
    action: 'outreach.tidy',
    inTeam: 'outreach.write',
    async run(tx, { id, candidate_id, reason, until }) {
      if (await tx.get('activities', { id })) return
      assertNextOn(tx, until)
      await mark(tx, { mark_id: id, candidate_id, reason, until })
      if (!(await tx.get('do_not_contact', { candidate_id }))) throw gone('person')
      await tx.insert('activities', [
        {
          id,
          candidate_id,
          kind: 'stop',
          value: until,
          words: reason,
          created_at: tx.now,
          happened_at: tx.madeAt,
        },
      ])
    },
  }),

  /**
   * Lifts the mark that its author saw; a newer one stays, however late this arrives. Only managers may
   * lift marks of other members.
   */
  'people.resume': define({
    args: z.object({ owner, id, candidate_id: id, mark_id: id }),
    action: 'outreach.tidy',
    inTeam: 'outreach.write',
    async run(tx, { id, candidate_id, mark_id }) {
      if (await tx.get('activities', { id })) return
      const marked = await tx.get('do_not_contact', { candidate_id })
      if (!marked) return
      if (marked.mark_id !== mark_id) {
        throw new AppError('changed_elsewhere', 'This person was marked again meanwhile.', {
          data: { current: marked.reason, by: marked.updated_by },
        })
      }
      if (!(await isOwnMark(tx, marked))) tx.assertInTeam('outreach.manage')
      await tx.delete('do_not_contact', [{ candidate_id }])
      await tx.insert('activities', [
        { id, candidate_id, kind: 'resume', created_at: tx.now, happened_at: tx.madeAt },
      ])
    },
  }),
} as const

/** An activity that has or will have an outcome. */
type Touch = ActivityRow & { kind: TouchKind }

const A_TOUCH: Record<TouchKind, string> = {
  call: 'a call',
  email: 'an email',
  text: 'a text message',
  meeting: 'a meeting',
}

function outcomeKnown({ kind, value, created_by }: Touch): AppError {
  const touch = A_TOUCH[kind].replace(/^an? /, '')
  return new AppError('changed_elsewhere', `The outcome of this ${touch} is known already.`, {
    data: { current: value, by: created_by },
  })
}

/** Erases the words that a step had from all history, and from that of the marks where one copied them. */
async function eraseWords(tx: MutationTx, step: ActivityRow): Promise<void> {
  if (step.words === null) return
  await tx.eraseHistory(isMark(step) ? ['activities', 'do_not_contact'] : ['activities'])
}

/** @throws AppError `gone` where the person was removed meanwhile, `forbidden`. */
async function ownTouch(tx: MutationTx, id: string): Promise<Touch> {
  const activity = await tx.get('activities', { id })
  if (!activity || activity.redacted_at) throw gone('step')
  const kind = touchKindOf(activity.kind)
  if (!kind) throw new AppError('invalid_input', 'This has no outcome.')
  if (activity.created_by !== tx.by) {
    throw new AppError('forbidden', 'Only its author says what came of it.')
  }
  return { ...activity, kind }
}

/** Yesterday is accepted, because it may still be that day where the author is. */
function assertNextOn({ madeAt }: MutationTx, next_on: string | null): void {
  if (next_on === null) return
  const first = new Date(madeAt.getTime() - DAY_MS).toISOString().slice(0, 10)
  const last = `${madeAt.getUTCFullYear() + NEXT_YEARS_MAX}-12-31`
  if (next_on >= first && next_on <= last) return
  throw new AppError('invalid_input', `The day must be between ${first} and ${last}.`)
}

async function assertListNotMoved(tx: MutationTx, list_id: string | null): Promise<void> {
  const list = list_id === null ? undefined : await tx.get('lists', { id: list_id })
  if (list) assertNotMoved(list)
}
