import type { MessageText } from '#web/lib/email-dialog-store.ts'
import { readDraft, removeDrafts, storeDraft } from '#web/replica/first-paint-cache.ts'
import { actorOf, session } from '#web/session/session.ts'

const placeOf = (personId: string) => `work.message ${personId}` as const

/** Each change waits for the one before. */
let lastChange: Promise<unknown> = Promise.resolve()
/** By person, the text to write: of those that wait for it, the newest alone is. */
const newest = new Map<string, MessageText>()

/**
 * Keeps the e-mail that is being written to a person, sealed on this device and for its account alone: it
 * outlives the session's end, not a sign-out.
 */
export function keepMessage(personId: string, text: MessageText): void {
  newest.set(personId, text)
  void change(async (id) => {
    if (newest.get(personId) !== text) return
    newest.delete(personId)
    const { subject, body, team } = text
    if (subject + body === '') await removeDrafts(id, [placeOf(personId)])
    else if (team === null) await storeDraft(id, placeOf(personId), text)
    else await storeDraft(id, placeOf(personId), {}, { team, work: text })
  })
}

/** The e-mail to a person that was kept; undefined where none is. */
export async function keptMessageTo(personId: string): Promise<MessageText | undefined> {
  await lastChange
  const { id } = actorOf(session.me)
  if (id === null) return undefined
  const kept: Partial<MessageText> = (await readDraft(id, placeOf(personId))) ?? {}
  const { subject = '', body = '', team = null } = kept
  return subject + body === '' ? undefined : { subject, body, team }
}

/** Lets go of the e-mails to these people that were kept: they were sent, or the people are removed. */
export async function forgetMessageTo(people: readonly string[]): Promise<void> {
  await change(async (id) => {
    for (const personId of people) newest.delete(personId)
    await removeDrafts(id, people.map(placeOf))
  })
}

/** Makes a change after those before it; a read that follows waits for it. */
function change(make: (id: string) => Promise<void>): Promise<unknown> {
  const { id } = actorOf(session.me)
  if (id !== null) lastChange = lastChange.then(() => make(id))
  return lastChange
}
