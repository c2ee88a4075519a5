import type { ActivityRow, Outcome, TouchKind } from '#db/schema/activities.ts'
import type { PersonTouches } from '#sync/contract/outreach-queries.ts'
import { presentTexts } from '#web/lib/format.ts'
import { formatAgo } from '#web/lib/format-time.ts'
import { stageWord } from '#web/lib/people/stage-words.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { isOwn, type Owned, type Teams } from '#web/replica/teams.ts'
import { dayWords } from './days.ts'

/** For how long an open call says that its author is calling. */
const CALLING_MS = 15 * 60_000

/** An outcome, as its button says it. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
  talked: 'Talked',
  voicemail: 'Voicemail',
  no_answer: 'No answer',
  wrong_number: 'Wrong number',
  left_job: 'Left the job',
  asked_to_stop: 'Asked us to stop',
  replied: 'Replied',
  no_reply: 'No reply',
  bounced: 'Bounced',
  took_place: 'Took place',
  no_show: 'No show',
  postponed: 'Postponed',
  cancelled: 'Called off',
}

const TOUCHED: Record<TouchKind, string> = {
  call: 'called',
  email: 'emailed',
  text: 'texted',
  meeting: 'had a meeting',
}

/** An outcome in words; also of one that only a newer build knows. */
export const outcomeWord = (outcome: string): string =>
  Object.hasOwn(OUTCOME_WORDS, outcome) ? OUTCOME_WORDS[outcome as Outcome] : outcome

/** A touch, as a step of the history. */
export const TOUCH_WORDS: Record<TouchKind, string> = {
  call: 'Call',
  email: 'Email',
  text: 'Text message',
  meeting: 'Meeting',
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Who reads the words of an activity of that owner; undefined of a team that the device does not know. */
export function audienceWords(owner: Owned, { teamOf }: Teams): string | undefined {
  if (isOwn(owner)) return 'Only you see it.'
  const team = teamOf(owner)
  return team && `Your team ${team.name} sees it.`
}

type Touch = Pick<
  PersonTouches,
  'touched_kind' | 'touched_value' | 'touched_by' | 'touched_owner' | 'touched_at'
>

/** The last touch by others, as `touchWords` reads it. */
export const touchOfOthers = (touches: PersonTouches): Touch => ({
  touched_kind: touches.others_kind,
  touched_value: touches.others_value,
  touched_by: touches.others_by,
  touched_owner: touches.others_owner,
  touched_at: touches.others_at,
})

/** "Ana called, voicemail · 2 h ago"; null where nobody has touched the person. */
export function touchWords(touch: Touch, { nameOf }: Teams, now = serverNow()): string | null {
  const { touched_kind, touched_value, touched_by, touched_owner, touched_at } = touch
  if (!touched_kind || !touched_at) return null
  const who = capital(nameOf({ owner_id: touched_owner ?? '' }, touched_by))
  const outcome = touched_value === null ? '' : `, ${outcomeWord(touched_value).toLowerCase()}`
  return `${who} ${TOUCHED[touched_kind]}${outcome} · ${formatAgo(touched_at, now)}`
}

/** "Ben is calling now", of others alone; null where nobody is. */
export function callingWords(
  { calling_by, calling_owner, calling_at }: PersonTouches,
  { nameOf }: Teams,
  accountId: string | null,
  now = serverNow(),
): string | null {
  if (!calling_at || calling_by === accountId) return null
  if (now.getTime() - calling_at.getTime() > CALLING_MS) return null
  return callerWords({ owner_id: calling_owner ?? '' }, calling_by, { nameOf })
}

/** "Ben is calling now". */
export const callerWords = (of: Owned, by: string | null, { nameOf }: Pick<Teams, 'nameOf'>) =>
  `${capital(nameOf(of, by))} is calling now`

/** "Do not contact until Mon, Nov 30: Asked us to stop"; null without a mark. */
export function stopWords({ stop_mark, stop_reason, stop_until }: PersonTouches): string | null {
  if (stop_mark === null) return null
  const until = stop_until ? ` until ${dayWords(stop_until)}` : ''
  return `Do not contact${until}: ${stop_reason}`
}

/** A step with a person, in words: "Call, voicemail", "Next step Mon, Nov 30". */
export function activityWords(activity: ActivityRow, { nameOf }: Teams): string {
  const { kind, value, next_on, redacted_at } = activity
  switch (kind) {
    case 'stage':
      return stageWord(value)
    case 'assign':
      return value === null ? 'Not assigned any more' : `Assigned to ${nameOf(activity, value)}`
    case 'call':
      if (value === null) return redacted_at ? 'Call, not made' : 'Call, no outcome yet'
      return touchInHistory(kind, value)
    case 'email':
    case 'text':
    case 'meeting':
      return touchInHistory(kind, value)
    case 'note':
      return 'Note'
    case 'next':
      return next_on ? `Next step ${dayWords(next_on)}` : 'Next step done'
    case 'stop':
      return value ? `Do not contact until ${dayWords(value)}` : 'Do not contact'
    case 'resume':
      return 'May be contacted again'
  }
}

const touchInHistory = (touch: TouchKind, outcome: string | null): string =>
  presentTexts([TOUCH_WORDS[touch], outcome && outcomeWord(outcome).toLowerCase()]).join(', ')
