import type { ActivityRow, Outcome, TouchKind } from '#db/schema/activities.ts'
import type { ContactName, ReportReason } from '#db/schema/contact-reports.ts'
import type { AppError } from '#sync/contract/errors.ts'
import { quotaReason } from '#web/lib/error-messages.ts'
import { reportErrorMessage } from '#web/lib/people/report-words.ts'
import { mutate } from '#web/replica/replica.ts'
import { reportContact, withdrawReport } from '#web/replica/report-contact.ts'
import { isOwn, type Owned, ownerArg, teamsNow } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { actorOf, session } from '#web/session/session.ts'
import { showToast, UNDO_MS } from '#web/ui/toast-store.ts'
import { putDraft } from './kept-draft.ts'
import { keepingOutcome, outcomePlace } from './outcome-draft.ts'
import {
  completing,
  type OpenTouch,
  type OutcomeDraft,
  type OutreachPerson,
  showSheet,
} from './outreach-sheet-store.ts'
import { outcomeWord } from './touch-words.ts'

/**
 * The owner of an activity: the list's owner where the account may write for it, else the team that it may
 * write for, so that its members see it, else the account.
 */
export function ownerOfActivity({ list }: Pick<OutreachPerson, 'list'>): Owned {
  const { teams, mayIn } = teamsNow()
  if (list && (isOwn(list) || mayIn(list, 'outreach.write'))) return { owner_id: list.owner_id }
  const team = teams.find(({ id }) => mayIn({ owner_id: id }, 'outreach.write'))
  return { owner_id: team?.id ?? actorOf(session.me).id ?? '' }
}

/** Whose a touch is: made from a list of the account's own, it is still the team's to see. */
export function ownerOfTouch({ list }: Pick<OutreachPerson, 'list'>): Owned {
  return ownerOfActivity({ list: list && isOwn(list) ? undefined : list })
}

type Added = Pick<ActivityRow, 'kind'> & {
  kind: TouchKind | 'note' | 'next'
  id?: string
  /** What came of a touch, where that is known already. */
  outcome?: Outcome | null
  words?: string | null
  next_on?: string | null
  /** The step whose day this sets again. */
  restores?: string
  /** Whose it is, where the author chose. */
  owner?: Owned
}

/** Adds a step to the history. @returns whether it was kept; a toast has said why not. */
export function addActivity(
  person: OutreachPerson,
  { owner, id = crypto.randomUUID(), ...activity }: Added,
): Promise<boolean> {
  const { kind } = activity
  const isTouch = kind !== 'note' && kind !== 'next'
  const of = owner ?? (isTouch ? ownerOfTouch(person) : ownerOfActivity(person))
  const list_id = person.list && person.list.owner_id === of.owner_id ? person.list.id : null
  return tryChange(
    () =>
      mutate('activities.add', {
        ...ownerArg(of),
        id,
        candidate_id: person.id,
        list_id,
        ...activity,
      }),
    notKept,
  )
}

/**
 * What came of a touch, with an offer to take it back. A number that proved wrong is reported with it.
 * @returns whether it was kept.
 */
export async function completeTouch(
  touch: OpenTouch,
  outcome: Outcome,
  { words, next_on }: OutcomeDraft,
): Promise<boolean> {
  const { id, person, owner, number, before } = touch
  // A new array: a view that read the last one reads again. Who wrote back is still to be called.
  if (touch.touch === 'call') completing.people = [...completing.people, person.id]
  const of = owner === undefined ? { id } : { owner, id }
  let isKept = false
  try {
    isKept = await tryChange(
      () => mutate('activities.complete', { ...of, outcome, words, next_on }),
      notKept,
    )
  } finally {
    if (!isKept) showAgain(person.id)
  }
  if (!isKept) return false
  const wrong = wrongOf(outcome, number)
  const isReported =
    wrong !== null &&
    (await tryChange(() => reportContact(wrong.number, wrong.reason), reportErrorMessage))
  const isWritten = words !== (before?.words ?? null) || next_on !== (before?.next_on ?? null)
  const undo = async () => {
    if (isReported) await tryChange(() => withdrawReport(wrong.number), reportErrorMessage)
    const undone = { ...of, outcome, ...before }
    if (await tryChange(() => mutate('activities.reopen', undone), notKept)) {
      showAgain(person.id)
      if (isWritten) putDraft(outcomePlace(touch), { words, next_on }, keepingOutcome(touch))
      showSheet({ kind: 'outcome', ...touch })
    }
  }
  showToast({
    title: `${person.name}: ${outcomeWord(outcome).toLowerCase()}`,
    ...(isReported && { description: 'The number is reported, and hidden for you.' }),
    tone: 'ok',
    durationMs: UNDO_MS,
    action: { label: 'Undo', onPress: () => void undo() },
  })
  return true
}

function showAgain(personId: string): void {
  completing.people = completing.people.filter((id) => id !== personId)
}

/** Whether and why a number is wrong after an outcome; a mobile phone goes along to the next job. */
function wrongOf(
  outcome: Outcome,
  number: ContactName | undefined,
): { number: ContactName; reason: ReportReason } | null {
  if (number && outcome === 'wrong_number') return { number, reason: 'someone_else' }
  const isLeft = outcome === 'left_job' && number?.kind === 'direct_phone'
  return isLeft ? { number, reason: 'left' } : null
}

/** A call that was begun and not made; one whose outcome another device has given stays. */
export function dropCall({ id, owner }: Pick<OpenTouch, 'id' | 'owner'>): Promise<boolean> {
  const of = owner === undefined ? { id } : { owner, id }
  return tryChange(() => mutate('activities.redact', { ...of, only_open: true }), notKept)
}

/** Takes the words out of a step. */
export function redactActivity(activity: Pick<ActivityRow, 'id' | 'owner_id'>): Promise<boolean> {
  return tryChange(
    () => mutate('activities.redact', { ...ownerArg(activity), id: activity.id }),
    notKept,
  )
}

/** Why an edit of the history was refused. */
export function notKept({ code, data, message }: AppError): { title: string; description: string } {
  const description = code === 'quota_reached' ? quotaReason(data) : message
  return { title: 'This was not kept', description }
}
