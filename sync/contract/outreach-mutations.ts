import { z } from 'zod'
import {
  type ActivityRow,
  callOutcome,
  day,
  NEXT_YEARS_MAX,
  TOUCH_KINDS,
  WORDS_MAX,
} from '#db/schema/activities.ts'
import { REASON_MAX } from '#db/schema/do-not-contact.ts'
import { ownedText } from '#db/schema/owned-text.ts'
import { AppError } from './errors.ts'
import { assertNotMoved, define, gone, id, owner } from './mutation.ts'
import type { MutationTx } from './rows.ts'

/*
 * What is done with a person beside the steps on lists: calls, e-mails, notes, next steps, and marks
 * of those who must not be contacted.
 *
 *   activities.add call ──► open ──activities.complete──► completed ──activities.reopen──► open
 *
 * A call is written before the device leaves for it, and completed on the way back: an app that the
 * phone ended in between still knows that the call was begun.
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
        /** The list on which it is done, whose history it joins. */
        list_id: id.nullable().default(null),
        kind: z.enum([...TOUCH_KINDS, 'note', 'next']),
        words,
        next_on: nextOn,
      })
      .refine(({ kind, words }) => kind !== 'note' || words !== null, 'a note has words'),
    action: 'outreach.write',
    inTeam: 'outreach.write',
    creates: (args) => `activities:${args.id}`,
    async run(tx, { owner: _, ...activity }) {
      assertNextOn(tx, activity.next_on)
      await assertListNotMoved(tx, activity.list_id)
      await tx.insert('activities', [{ ...activity, created_at: tx.now, happened_at: tx.madeAt }])
      // A person who left the directory gets no row; words about them are not dropped in silence.
      if (!(await tx.get('activities', { id: activity.id }))) throw gone('person')
    },
  }),

  /** Says what came of a call that its author began. */
  'activities.complete': define({
    args: z.object({ owner, id, outcome: callOutcome, words, next_on: nextOn }),
    action: 'outreach.tidy',
    inTeam: 'outreach.write',
    about: (args) => `activities:${args.id}`,
    async run(tx, { id, outcome, words, next_on }) {
      const call = await ownCall(tx, id)
      if (call.value === outcome && call.words === words && call.next_on === next_on) return
      if (call.value !== null) {
        throw new AppError('changed_elsewhere', 'The outcome of this call is known already.', {
          data: { current: call.value, by: call.created_by },
        })
      }
      assertNextOn(tx, next_on)
      await tx.update('activities', { id }, { value: outcome, words, next_on })
      if (outcome === 'asked_to_stop') {
        await mark(tx, { mark_id: id, candidate_id: call.candidate_id, reason: words ?? ASKED })
      }
    },
  }),

  /** Takes an outcome back, with the mark that it made. */
  'activities.reopen': define({
    args: z.object({ owner, id, outcome: callOutcome }),
    action: 'outreach.tidy',
    inTeam: 'outreach.write',
    about: (args) => `activities:${args.id}`,
    async run(tx, { id, outcome }) {
      const call = await ownCall(tx, id)
      if (call.value !== outcome) return
      await tx.update('activities', { id }, { value: null, words: null, next_on: null })
      const { candidate_id } = call
      const marked = await tx.get('do_not_contact', { candidate_id })
      if (marked?.mark_id === id) await tx.delete('do_not_contact', [{ candidate_id }])
    },
  }),

  /** Takes the words out of a row, which stays. */
  'activities.redact': define({
    args: z.object({ owner, id }),
    action: 'outreach.tidy',
    inTeam: 'outreach.write',
    about: (args) => `activities:${args.id}`,
    async run(tx, { id }) {
      const activity = await tx.get('activities', { id })
      if (!activity || activity.redacted_at) return
      if (activity.created_by !== tx.by) tx.assertInTeam('outreach.manage')
      await tx.update('activities', { id }, { words: null, next_on: null, redacted_at: tx.now })
    },
  }),

  /** Replaces an older mark: the newest holds. */
  'people.stop': define({
    args: z.object({
      owner,
      /** Of the mark, and of its row in the history. */
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

  /** Lifts the mark that its author saw; a newer one stays, however late this arrives. */
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
      if (marked.updated_by !== tx.by) tx.assertInTeam('outreach.manage')
      await tx.delete('do_not_contact', [{ candidate_id }])
      await tx.insert('activities', [
        { id, candidate_id, kind: 'resume', created_at: tx.now, happened_at: tx.madeAt },
      ])
    },
  }),
} as const

/** The reason of a mark that a call's outcome makes, where the author gave none. */
const ASKED = 'Asked us to stop'

interface Mark {
  mark_id: string
  candidate_id: string
  reason: string
  until?: string | null
}

async function mark(tx: MutationTx, { candidate_id, until = null, ...made }: Mark): Promise<void> {
  const row = { ...made, reason: made.reason.slice(0, REASON_MAX), until, set_at: tx.madeAt }
  if (await tx.get('do_not_contact', { candidate_id })) {
    await tx.update('do_not_contact', { candidate_id }, row)
  } else {
    await tx.insert('do_not_contact', [{ candidate_id, ...row }])
  }
}

/** @throws AppError `gone` where the person was removed meanwhile, `forbidden`. */
async function ownCall(tx: MutationTx, id: string): Promise<ActivityRow> {
  const call = await tx.get('activities', { id })
  if (!call || call.redacted_at) throw gone('call')
  if (call.kind !== 'call') throw new AppError('invalid_input', 'Only calls have an outcome.')
  if (call.created_by !== tx.by) {
    throw new AppError('forbidden', 'Only who called says what came of it.')
  }
  return call
}

/** Yesterday counts: where the author is, it may still be that day. */
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
