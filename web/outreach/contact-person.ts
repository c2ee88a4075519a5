import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import type { PersonTouches } from '#sync/contract/outreach-queries.ts'
import { DAY_MS } from '#web/lib/format-time.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { type Owned, ownerArg, teamsKnown, teamsNow } from '#web/replica/teams.ts'
import { actorOf, session } from '#web/session/session.ts'
import { addActivity, ownerOfTouch } from './activity-actions.ts'
import { rememberNumber } from './begun-call.ts'
import { claimCall } from './call-claim.ts'
import {
  type Channel,
  type OutreachPerson,
  showSheet,
  type Warning,
} from './outreach-sheet-store.ts'
import { phoneUri } from './phone-uri.ts'
import { callerWords, callingWords, stopWords, touchOfOthers, touchWords } from './touch-words.ts'
import { readTouches } from './touches.ts'

/** For how many days a touch by others holds for an account's own people. */
const OWN_COOLDOWN_DAYS = 7

/** Since when a touch counts as recent: the team's days, or a week. */
export function cooldownFrom(owner: Owned, now = serverNow()): Date {
  const days = teamsNow().teamOf(owner)?.cooldown_days ?? OWN_COOLDOWN_DAYS
  return new Date(now.getTime() - days * DAY_MS)
}

/** Why a person should not be contacted now, by anyone but this account; null where nothing is. */
export function reasonNotToContact(
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
 * Proceeds to contact a person, unless a mark, another member or a recent touch stands against it: then
 * a sheet asks first.
 */
export async function contactPerson(
  person: OutreachPerson,
  channel: Channel,
  proceed: () => void | Promise<void>,
): Promise<void> {
  const reason = reasonNotToContact(await knownTouches(person.id))
  if (reason) askFirst({ person, channel, ...reason, proceed })
  else await proceed()
}

/** Proceeds after a wait, unless a mark has come meanwhile. */
export async function contactUnlessMarked(
  person: OutreachPerson,
  channel: Channel,
  proceed: () => void | Promise<void>,
): Promise<void> {
  const reason = reasonNotToContact(await knownTouches(person.id))
  if (reason?.isStopped) askFirst({ person, channel, ...reason, proceed })
  else await proceed()
}

/** Asks first; that the person is contacted all the same is kept, with the reason that was given. */
function askFirst({
  person,
  channel,
  words,
  isStopped,
  proceed,
}: Omit<Warning, 'kind' | 'proceed'> & { proceed(): void | Promise<void> }): void {
  const anyway = (reason: string) =>
    contactUnlessMarked(person, channel, async () => {
      const words = reason ? `Contacted anyway: ${reason}` : 'Contacted anyway'
      void addActivity(person, { kind: 'note', words, owner: ownerOfTouch(person) })
      await proceed()
    })
  showSheet({ kind: 'warning', person, channel, words, isStopped, proceed: anyway })
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

/** Calls and text messages that are being begun, by channel and person. */
const pending = new Map<string, Promise<void>>()

/** A second press joins the first: rows, teams and the claim of a call may take seconds to come. */
function joinPending(
  channel: Channel,
  { id }: OutreachPerson,
  begin: () => Promise<void>,
): Promise<void> {
  const key = `${channel} ${id}`
  const begun = pending.get(key) ?? begin().finally(() => pending.delete(key))
  pending.set(key, begun)
  return begun
}

/**
 * Calls a number: the call is written before the device leaves for it. In a team it is claimed first,
 * so that of two members who press at once one is asked.
 */
export function callPerson(person: OutreachPerson, contact: RevealedContact): Promise<void> {
  const leave = () => location.assign(phoneUri(contact.value))
  return joinPending('call', person, () =>
    contactPerson(person, 'call', () => beginCall(person, contact, leave)),
  )
}

/** Writes and claims a call that is made with another telephone. */
export function callElsewhere(person: OutreachPerson, contact: RevealedContact): Promise<void> {
  return joinPending('call', person, () =>
    contactUnlessMarked(person, 'call', () => beginCall(person, contact, () => undefined)),
  )
}

/** @param leave for the number, once the call is written. */
async function beginCall(
  person: OutreachPerson,
  { kind, value_id }: RevealedContact,
  leave: () => void,
): Promise<void> {
  const number = value_id === undefined ? undefined : { candidate_id: person.id, kind, value_id }
  const id = crypto.randomUUID()
  const { owner } = ownerArg(ownerOfTouch(person))
  const proceed = async () => {
    const [isKept] = await Promise.all([
      addActivity(person, { kind: 'call', id }),
      rememberNumber(id, number),
    ])
    if (isKept) showSheet({ kind: 'outcome', touch: 'call', person, id, owner, number })
    leave()
  }
  if (!owner) return proceed()
  const by = await claimCall(owner, { candidate_id: person.id, call_id: id })
  if (!by) return contactUnlessMarked(person, 'call', proceed)
  const words = callerWords({ owner_id: owner }, by, teamsNow())
  askFirst({ person, channel: 'call', words, isStopped: false, proceed })
}

/** Writes a text message in the device's own app. */
export function textPerson(person: OutreachPerson, href: string): Promise<void> {
  const proceed = async () => {
    await addActivity(person, { kind: 'text' })
    location.assign(href)
  }
  return joinPending('text', person, () => contactPerson(person, 'text', proceed))
}
