import type { MessageText } from '#web/lib/email-dialog-store.ts'
import { keepWork, keptWork, workPlace } from './kept-work.ts'

const placeOf = (personId: string) => workPlace('message', personId)

/** Keeps the e-mail that is being written to a person. */
export function keepMessage(personId: string, text: MessageText): void {
  const isEmpty = text.subject + text.body === ''
  keepWork(placeOf(personId), isEmpty ? undefined : text, text.team)
}

/** The e-mail to a person that was kept; undefined where none is. */
export async function keptMessageTo(personId: string): Promise<MessageText | undefined> {
  return (await keptWork(placeOf(personId)))?.work as MessageText | undefined
}

/** Lets go of the e-mail to a person: it was sent. */
export function forgetMessageTo(personId: string): void {
  keepWork(placeOf(personId), undefined, null)
}
