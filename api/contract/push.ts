import { z } from 'zod'

/**
 * The push services of the browsers. Security: a server that posted to any given address could be
 * made to send requests into its own network.
 */
const PUSH_HOSTS =
  /^(fcm\.googleapis\.com|(.+\.)?push\.services\.mozilla\.com|(.+\.)?push\.apple\.com|(.+\.)?notify\.windows\.com)$/

const endpoint = z
  .url({ protocol: /^https$/ })
  .max(1000)
  .refine((url) => {
    // The check also receives texts that are not URLs.
    if (!URL.canParse(url)) return false
    const { hostname, port, username } = new URL(url)
    return PUSH_HOSTS.test(hostname) && port === '' && username === ''
  }, 'no push service that is known')

const base64Url = z.string().regex(/^[\w-]+={0,2}$/)

/** A browser's subscription, as its `toJSON` gives it. */
export const pushSubscription = z.object({
  endpoint,
  // 65 bytes of a public key, and 16 of a secret.
  keys: z.object({ p256dh: base64Url.length(87), auth: base64Url.length(22) }),
})
export type PushSubscriptionJson = z.infer<typeof pushSubscription>

export const pushKey = z.object({ key: z.string() })

/** The content of a push. Privacy: it may say nothing else. */
export interface PushPayload {
  /** The number of watched searches with news. */
  count: number
  /** The search, if there is only one. */
  id: string | null
}
