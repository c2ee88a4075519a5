import type { PushPayload } from '#api/contract/push.ts'
import type { PushSubscriptionRow } from '#db/schema/push-subscriptions.ts'

export type PushTarget = Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>

/** What became of a push: taken by the service, for nobody any more, or neither. */
export type PushOutcome = 'sent' | 'gone' | 'failed'

/** Sends notices to browsers through their makers' push services. */
export interface Push {
  /** The key by which browsers know this server. */
  publicKey: string
  /** Never throws: a push service that is away is no fault of the caller's. */
  send(target: PushTarget, payload: PushPayload): Promise<PushOutcome>
}
