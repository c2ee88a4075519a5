import type { MessageText } from '#web/lib/email-dialog-store.ts'
import { readDraft, storeDraft } from '#web/replica/first-paint-cache.ts'
import { actorOf, session } from '#web/session/session.ts'

/** Each write waits for the one before, and only the last of those waiting is made. */
let lastWrite: Promise<unknown> = Promise.resolve()

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
  const { personId } = await read()
  if (personId !== undefined && people.includes(personId)) store({})
}

function store(own: object, ofTeam?: Parameters<typeof storeDraft>[3]): void {
  const { id } = actorOf(session.me)
  if (id === null) return
  const isLast = () => write === lastWrite
  const write: Promise<unknown> = lastWrite.then(() =>
    isLast() ? storeDraft(id, 'work.message', own, ofTeam) : undefined,
  )
  lastWrite = write
}

async function read(): Promise<Partial<MessageText & { personId: string }>> {
  await lastWrite
  const { id } = actorOf(session.me)
  return (id !== null && (await readDraft(id, 'work.message'))) || {}
}
