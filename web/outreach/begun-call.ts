import type { ContactName } from '#db/schema/contact-reports.ts'
import { readDraft, storeDraft } from '#web/replica/first-paint-cache.ts'
import { actorOf, session } from '#web/session/session.ts'

/** What this device alone knows of the last call that it began. */
interface BegunCall {
  /** Which number it is to: an app that the phone ended during the call can still report it as wrong. */
  number?: ContactName
  /** Its outcome is asked for no more: the Due screen has it. */
  isPutOff?: boolean
}

/** Keeps which number a call is to. */
export async function rememberNumber(callId: string, number?: ContactName): Promise<void> {
  await store({ callId, number })
}

/** Keeps that the question for a call's outcome was closed without an answer. */
export async function putOffOutcome(callId: string): Promise<void> {
  const { number } = await begunCall(callId)
  await store({ callId, number, isPutOff: true })
}

/** Nothing of a call that the device does not know any more. */
export async function begunCall(callId: string): Promise<BegunCall> {
  const { id } = actorOf(session.me)
  if (id === null) return {}
  const kept: (BegunCall & { callId?: string }) | undefined = await readDraft(id, 'call.number')
  return kept?.callId === callId ? kept : {}
}

async function store(call: object): Promise<void> {
  const { id } = actorOf(session.me)
  if (id !== null) await storeDraft(id, 'call.number', call)
}
