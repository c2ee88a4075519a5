import type { MessageText } from '#web/lib/email-dialog-store.ts'
import { readDraft, storeDraft } from '#web/replica/first-paint-cache.ts'
import { actorOf, session } from '#web/session/session.ts'

const PLACE = 'work.message'

type Kept = MessageText & { personId: string }

/** Each change waits for the one before. */
let lastChange: Promise<unknown> = Promise.resolve()
/** Of the texts that wait to be written, the newest alone is. */
let newest: object | undefined

/**
 * Keeps the e-mail that is being written, sealed on this device and for its account alone: it outlives
 * the session's end, not a sign-out. One is kept, the last.
 */
export function keepMessage(personId: string, text: MessageText): void {
  const { team } = text
  if (team === null) store({ personId, ...text })
  else store({ personId }, { team, work: text })
}

/** The e-mail to a person that was kept; undefined where none is. */
export async function keptMessageTo(personId: string): Promise<MessageText | undefined> {
  const { personId: addressee, subject = '', body = '', team = null } = await read()
  return addressee !== personId || subject + body === '' ? undefined : { subject, body, team }
}

/** Lets go of the kept e-mail where it is to one of these people: it was sent, or they are removed. */
export async function forgetMessageTo(people: readonly string[]): Promise<void> {
  await change(async (id) => {
    const { personId } = await readKept(id)
    if (personId !== undefined && people.includes(personId)) await storeDraft(id, PLACE, {})
  })
}

function store(own: object, ofTeam?: Parameters<typeof storeDraft>[3]): void {
  newest = own
  void change(async (id) => {
    if (newest === own) await storeDraft(id, PLACE, own, ofTeam)
  })
}

/** Makes a change after those before it; a read that follows waits for it. */
function change(make: (id: string) => Promise<void>): Promise<unknown> {
  const { id } = actorOf(session.me)
  if (id !== null) lastChange = lastChange.then(() => make(id))
  return lastChange
}

async function read(): Promise<Partial<Kept>> {
  await lastChange
  const { id } = actorOf(session.me)
  return id === null ? {} : readKept(id)
}

const readKept = async (id: string): Promise<Partial<Kept>> => (await readDraft(id, PLACE)) ?? {}
