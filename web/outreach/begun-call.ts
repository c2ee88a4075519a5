import type { ContactName } from '#db/schema/contact-reports.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import type { OpenCall } from '#sync/contract/outreach-queries.ts'
import { fullName } from '#web/lib/people/candidate-facts.ts'
import { readDraft, storeDraft } from '#web/replica/first-paint-cache.ts'
import { actorOf, session } from '#web/session/session.ts'
import { serverNameOf } from './person-names.ts'

/** More are not open at once: the query of open calls gives as many. */
const PUT_OFF_MAX = 20

/** How long another tab may take, which may be suspended: the question stays open until then. */
const TURN_MS = 1_000

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

/** Keeps on this device that the question for a call's outcome was closed without an answer. */
export async function putOffOutcome(callId: string): Promise<void> {
  const { id } = actorOf(session.me)
  if (id === null) return
  const turn = { signal: AbortSignal.timeout(TURN_MS) }
  try {
    // One after the other, in all tabs: each adds to what it has read.
    await navigator.locks.request(`${deviceName(id)}.put_off`, turn, async () => {
      const ids = [...(await putOffCalls(id)), callId].slice(-PUT_OFF_MAX)
      await storeDraft(id, 'call.put_off', { ids })
    })
  } catch (fault) {
    // Without a turn the next start asks for the outcome once more.
    if ((fault as DOMException).name !== 'TimeoutError') throw fault
  }
}

/** Whether `putOffOutcome` was called for a call. */
export async function isPutOff(callId: string): Promise<boolean> {
  const { id } = actorOf(session.me)
  return id !== null && (await putOffCalls(id)).includes(callId)
}

async function putOffCalls(accountId: string): Promise<readonly string[]> {
  const kept: { ids?: string[] } | undefined = await readDraft(accountId, 'call.put_off')
  return kept?.ids ?? []
}

/**
 * The name of a person; undefined where it cannot be known now, null of one who is in the directory no more.
 * The device has the card of one on a list, the server knows all others.
 */
export async function nameOf({
  candidate_id,
  card,
}: Pick<OpenCall, 'candidate_id' | 'card'>): Promise<string | null | undefined> {
  return card ? fullName(card) : serverNameOf(candidate_id)
}
