import type { PushPayload } from '#api/contract/push.ts'
import type { PushSubscriptionRow } from '#db/schema/push-subscriptions.ts'

export type PushTarget = Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>

/**
 * The outcome of a push: the service accepted it, the subscription no longer exists, or it failed.
 */
export type PushOutcome = 'sent' | 'gone' | 'failed'

/** Sends notifications to browsers through their vendors' push services. */
export interface Push {
  /** The public key by which browsers identify this server. */
  publicKey: string
  /** Never throws: an unavailable push service must not fail the caller. */
  send(target: PushTarget, payload: PushPayload): Promise<PushOutcome>
}
