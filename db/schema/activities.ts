import { z } from 'zod'
import { candidateCard } from './candidate-card.ts'
import { accountId } from './owners.ts'

/** The most activities of one owner: a device stores them all. */
export const ACTIVITIES_MAX = 100_000

/** The longest words of an activity: a page. */
export const WORDS_MAX = 4_000

/** The most years that a next step may be in the future. */
export const NEXT_YEARS_MAX = 5

/** The progress of a person on a list; without a stage, the person is at the beginning. */
export const STAGES = [
  'contacted',
  'interested',
  'interviewing',
  'offered',
  'placed',
  'declined',
] as const
export const stage = z.enum(STAGES)
export type Stage = z.infer<typeof stage>

/** The ways to contact a person. */
export const TOUCH_KINDS = ['call', 'email', 'text', 'meeting'] as const
export type TouchKind = (typeof TOUCH_KINDS)[number]

/** The possible outcomes of a touch, in the order of the choices on screen. */
export const OUTCOMES = {
  call: ['talked', 'voicemail', 'no_answer', 'wrong_number', 'left_job', 'asked_to_stop'],
  email: ['replied', 'no_reply', 'bounced', 'left_job', 'asked_to_stop'],
  text: ['replied', 'no_reply', 'wrong_number', 'left_job', 'asked_to_stop'],
  meeting: ['took_place', 'no_show', 'postponed', 'cancelled', 'asked_to_stop'],
} as const satisfies Record<TouchKind, readonly string[]>
export const outcome = z.enum(TOUCH_KINDS.flatMap((kind) => OUTCOMES[kind]))
export type Outcome = z.infer<typeof outcome>

/** The touch of a kind of activity; undefined for other kinds, which have no outcome. */
export const touchKindOf = (kind: string): TouchKind | undefined =>
  TOUCH_KINDS.find((touch) => touch === kind)

/** Whether an activity of that kind may have that outcome. */
export function mayEndAs(kind: string, value: Outcome): boolean {
  const touch = touchKindOf(kind)
  return touch !== undefined && outcomesOf(touch).includes(value)
}

export const outcomesOf = (touch: TouchKind): readonly Outcome[] => OUTCOMES[touch]

/**
 * SQL: whether an activity `a` is a touch that took place: a call counts once its outcome is known.
 */
export const IS_TOUCH = `(a.kind in ('email', 'text', 'meeting') or a.kind = 'call' and a.value is not null)`

/** The number of days for which a touch counts as recent. */
export const OF_LATE_DAYS = 90

/**
 * A day without a time zone, as its author means it: `2026-11-23`. Days compare in the same order
 * as texts.
 */
export const day = z.iso.date()

const ACTIVITY_KINDS = [
  'stage',
  'assign',
  ...TOUCH_KINDS,
  'note',
  /** The next step was set, or removed. */
  'next',
  /** The person must not be contacted, or may be contacted again. */
  'stop',
  'resume',
] as const

/**
 * A row of `activities`: one step with a person. Rows are added and never changed, except that a
 * touch gets its outcome and words are redacted.
 */
export const activityRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  /** The list on which the step was recorded; null elsewhere. */
  list_id: z.uuid().nullable(),
  candidate_id: z.uuid(),
  kind: z.enum(ACTIVITY_KINDS),
  /**
   * The new stage, or the account that the person was assigned to, null if it was removed; for a
   * touch its outcome, null until it is known.
   */
  value: z.string().nullable(),
  words: z.string().nullable(),
  /** The day of the next step. */
  next_on: z.string().nullable(),
  created_by: accountId,
  /** When the server received it. */
  created_at: z.date(),
  /** When it was done, by the server's clock. */
  happened_at: z.date(),
  /** The card of the person, while a next step is due. */
  card: candidateCard.nullable(),
  /** When its words and outcome were removed. */
  redacted_at: z.date().nullable(),
})
export type ActivityRow = z.infer<typeof activityRow>
