import { z } from 'zod'

/**
 * The most browsers of one account that receive pushes: more are old ones that were never signed
 * out.
 */
export const PUSH_SUBSCRIPTIONS_MAX = 20

/**
 * A row of `push_subscriptions`: the address of a browser's push service, valid as long as its
 * session.
 */
export const pushSubscriptionRow = z.object({
  endpoint: z.string(),
  user_id: z.string(),
  session_id: z.string(),
  /** The browser's keys, with which messages are encrypted; base64url. */
  p256dh: z.string(),
  auth: z.string(),
  created_at: z.date(),
})
export type PushSubscriptionRow = z.infer<typeof pushSubscriptionRow>

/** A row of `watch_mails`: when an account last received a mail about its news. */
export const watchMailRow = z.object({ user_id: z.string(), mailed_on: z.date() })
