import type { ContactName } from '#db/schema/contact-reports.ts'
import { readDraft, storeDraft } from '#web/replica/first-paint-cache.ts'
import { actorOf, session } from '#web/session/session.ts'

/**
 * Keeps which number a call is to, on this device alone: an app that the phone ended during the call can
 * still report it as wrong.
 */
export async function rememberNumber(callId: string, number?: ContactName): Promise<void> {
  const { id } = actorOf(session.me)
  if (id !== null) await storeDraft(id, 'call.number', { callId, number })
}

/** The number of a call; undefined where the device does not know it any more. */
export async function numberOf(callId: string): Promise<ContactName | undefined> {
  const { id } = actorOf(session.me)
  if (id === null) return undefined
  const kept: { callId?: string; number?: ContactName } | undefined = await readDraft(
    id,
    'call.number',
  )
  return kept?.callId === callId ? kept.number : undefined
}
