import type { ActivityRow, Outcome, TouchKind } from '#db/schema/activities.ts'
import type { ContactName, ReportReason } from '#db/schema/contact-reports.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { NOTE_MAX } from '#db/schema/owned-text.ts'
import type { AppError } from '#sync/contract/errors.ts'
import type { PersonTouches } from '#sync/contract/queries.ts'
import { quotaReason } from '#web/lib/error-messages.ts'
import { formatCount } from '#web/lib/format.ts'
import { phoneUri } from '#web/lib/phone-uri.ts'
import { reportErrorMessage } from '#web/lib/report-words.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { mutate } from '#web/replica/replica.ts'
import { reportContact, withdrawReport } from '#web/replica/report-contact.ts'
import { isOwn, type Owned, ownerArg, teamsKnown, teamsNow } from '#web/replica/teams.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { actorOf, session } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { rememberNumber } from './begun-call.ts'
import { claimCall } from './call-claim.ts'
import {
  completing,
  type OpenTouch,
  type OutcomeDraft,
  type Reached,
  showSheet,
  type Warning,
  type Way,
} from './outreach-request.ts'
import {
  callerWords,
  callingWords,
  outcomeWord,
  stopWords,
  touchOfOthers,
  touchWords,
} from './touch-words.ts'
import { readTouches } from './touches.ts'

/** How long the toast offers to undo an outcome. */
const UNDO_MS = 10_000

/** For how many days a touch by others holds for an account's own people. */
const OWN_COOLDOWN_DAYS = 7

const DAY_MS = 24 * 60 * 60_000

/**
 * Whose an activity is: the list's owner where the account may write for it, else the team that it may
 * write for, so that its members see it, else the account.
 */
export function ownerOfActivity({ list }: Pick<Reached, 'list'>): Owned {
  const { teams, mayIn } = teamsNow()
  if (list && (isOwn(list) || mayIn(list, 'outreach.write'))) return { owner_id: list.owner_id }
  const team = teams.find(({ id }) => mayIn({ owner_id: id }, 'outreach.write'))
  return { owner_id: team?.id ?? actorOf(session.me).id ?? '' }
}

/** Whose a touch is: made from a list of the account's own, it is still the team's to see. */
function ownerOfTouch({ list }: Pick<Reached, 'list'>): Owned {
  return ownerOfActivity({ list: list && isOwn(list) ? undefined : list })
}

/** Since when a touch counts as one of late: the team's days, or a week. */
export function cooldownFrom(owner: Owned, now = serverNow()): Date {
  const days = teamsNow().teamOf(owner)?.cooldown_days ?? OWN_COOLDOWN_DAYS
  return new Date(now.getTime() - days * DAY_MS)
}

/** Why a person should not be reached now, by anyone but this account; null where nothing is. */
export function reasonNotTo(
  touches: PersonTouches | undefined,
  now = serverNow(),
): { words: string; isStopped: boolean } | null {
  if (!touches) return null
  const teams = teamsNow()
  const accountId = actorOf(session.me).id
  const stopped = stopWords(touches)
  if (stopped) return { words: stopped, isStopped: true }
  const calling = callingWords(touches, teams, accountId, now)
  if (calling) return { words: calling, isStopped: false }
  const { others_at, others_owner } = touches
  if (!others_at || others_at < cooldownFrom({ owner_id: others_owner ?? '' }, now)) return null
  return { words: touchWords(touchOfOthers(touches), teams, now) ?? '', isStopped: false }
}

/**
 * Goes on to reach a person, unless a mark, another member or a touch of late stands against it: then
 * a sheet asks first.
 */
export async function reach(
  person: Reached,
  way: Way,
  go: () => void | Promise<void>,
): Promise<void> {
  const reason = reasonNotTo(await knownTouches(person.id))
  if (reason) warn({ person, way, ...reason, go })
  else await go()
}

/** Goes on after a wait, unless a mark has come meanwhile. */
export async function goOn(
  person: Reached,
  way: Way,
  go: () => void | Promise<void>,
): Promise<void> {
  const reason = reasonNotTo(await knownTouches(person.id))
  if (reason?.isStopped) warn({ person, way, ...reason, go })
  else await go()
}

/** Asks first; that the person is reached all the same is kept, with the reason that was given. */
function warn({
  person,
  way,
  words,
  isStopped,
  go,
}: Omit<Warning, 'kind' | 'go'> & { go(): void | Promise<void> }): void {
  const anyway = (reason: string) =>
    goOn(person, way, async () => {
      const words = reason ? `Contacted anyway: ${reason}` : 'Contacted anyway'
      void addActivity(person, { kind: 'note', words, owner: ownerOfTouch(person) })
      await go()
    })
  showSheet({ kind: 'warning', person, way, words, isStopped, go: anyway })
}

/** Where the rows cannot be read, nothing is known against it. */
async function knownTouches(personId: string): Promise<PersonTouches | undefined> {
  try {
    const touches = await readTouches(personId)
    // Whose the activity is follows from them.
    await teamsKnown()
    return touches
  } catch {
    return undefined
  }
}

/** Calls and text messages that are being begun, by way and person. */
const underWay = new Map<string, Promise<void>>()

/** A second press joins the first: rows, teams and the claim of a call may take seconds to come. */
function once(way: Way, { id }: Reached, begin: () => Promise<void>): Promise<void> {
  const key = `${way} ${id}`
  const begun = underWay.get(key) ?? begin().finally(() => underWay.delete(key))
  underWay.set(key, begun)
  return begun
}

/**
 * Calls a number: the call is written before the device leaves for it. In a team it is claimed first,
 * so that of two members who press at once one is asked.
 */
export function call(person: Reached, contact: RevealedContact): Promise<void> {
  const leave = () => location.assign(phoneUri(contact.value))
  return once('call', person, () => reach(person, 'call', () => beginCall(person, contact, leave)))
}

/** Writes and claims a call that is made with another telephone. */
export function callElsewhere(person: Reached, contact: RevealedContact): Promise<void> {
  return once('call', person, () =>
    goOn(person, 'call', () => beginCall(person, contact, () => undefined)),
  )
}

/** @param leave for the number, once the call is written. */
async function beginCall(
  person: Reached,
  { kind, value_id }: RevealedContact,
  leave: () => void,
): Promise<void> {
  const number = value_id === undefined ? undefined : { candidate_id: person.id, kind, value_id }
  const id = crypto.randomUUID()
  const { owner } = ownerArg(ownerOfTouch(person))
  const go = async () => {
    const [isKept] = await Promise.all([
      addActivity(person, { kind: 'call', id }),
      rememberNumber(id, number),
    ])
    if (isKept) showSheet({ kind: 'outcome', touch: 'call', person, id, owner, number })
    leave()
  }
  if (!owner) return go()
  const by = await claimCall(owner, { candidate_id: person.id, call_id: id })
  if (!by) return goOn(person, 'call', go)
  const words = callerWords({ owner_id: owner }, by, teamsNow())
  warn({ person, way: 'call', words, isStopped: false, go })
}

/** Writes a text message in the device's own app. */
export function text(person: Reached, href: string): Promise<void> {
  const go = async () => {
    await addActivity(person, { kind: 'text' })
    location.assign(href)
  }
  return once('text', person, () => reach(person, 'text', go))
}

type Added = Pick<ActivityRow, 'kind'> & {
  kind: TouchKind | 'note' | 'next'
  id?: string
  /** What came of a touch, where that is known already. */
  outcome?: Outcome | null
  words?: string | null
  next_on?: string | null
  /** Whose it is, where the author chose. */
  owner?: Owned
}

/** Adds a step to the history. @returns whether it was kept; a toast has said why not. */
export function addActivity(
  person: Reached,
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
  const undo = async () => {
    if (isReported) await tryChange(() => withdrawReport(wrong.number), reportErrorMessage)
    const undone = { ...of, outcome, ...before }
    if (await tryChange(() => mutate('activities.reopen', undone), notKept)) {
      showAgain(person.id)
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
export function redact(activity: Pick<ActivityRow, 'id' | 'owner_id'>): Promise<boolean> {
  return tryChange(
    () => mutate('activities.redact', { ...ownerArg(activity), id: activity.id }),
    notKept,
  )
}

/** Marks a person as one not to contact. */
export function stop(person: Reached, reason: string, until: string | null): Promise<boolean> {
  const owner = ownerArg(ownerOfActivity(person))
  const id = crypto.randomUUID()
  return tryChange(
    () => mutate('people.stop', { ...owner, id, candidate_id: person.id, reason, until }),
    notKept,
  )
}

/** Lifts the mark that is shown. */
export function resume({ candidate_id, stop_mark, stop_owner }: PersonTouches): Promise<boolean> {
  if (stop_mark === null || stop_owner === null) return Promise.resolve(true)
  const owner = isOwn({ owner_id: stop_owner }) ? {} : { owner: stop_owner }
  const id = crypto.randomUUID()
  return tryChange(
    () => mutate('people.resume', { ...owner, id, candidate_id, mark_id: stop_mark }),
    notKept,
  )
}

/** Keeps the account's private note about a person. @param previous the text its author saw. */
export function keepNote(id: string, note: string, previous: string | null): Promise<boolean> {
  return tryChange(
    () => mutate('candidates.note', { candidate_id: id, note: note || null, previous }),
    notKept,
  )
}

/** Why a text of so many characters cannot be kept; undefined where it can. */
export function tooLong(text: string, max = NOTE_MAX): string | undefined {
  if (text.length <= max) return undefined
  return `At most ${formatCount(max)} characters; these are ${formatCount(text.length)}.`
}

function notKept({ code, data, message }: AppError): { title: string; description: string } {
  const description = code === 'quota_reached' ? quotaReason(data) : message
  return { title: 'This was not kept', description }
}
