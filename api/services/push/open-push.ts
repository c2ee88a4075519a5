import { join } from 'node:path'
import webPush from 'web-push'
import type { Env } from '#api/env.ts'
import { madeOnce } from '#db/made-once.ts'
import type { Push } from './push.ts'

interface Keys {
  publicKey: string
  privateKey: string
}

/** How long a push service stores a notification for a browser that is not running. */
const TTL_SECONDS = 86_400

const TIMEOUT_MS = 10_000

/** The statuses by which a service reports that a subscription no longer exists. */
const GONE = [404, 410]

type PushEnv = Pick<Env, 'DATA_DIR' | 'OPERATOR_EMAIL' | 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY'>

/** @param send replaces the network in tests */
export async function openPush(env: PushEnv, send: typeof fetch = fetch): Promise<Push> {
  const keys = await vapidKeys(env)
  const subject = `mailto:${env.OPERATOR_EMAIL}`
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth }, payload) {
      try {
        const { headers, body } = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(payload),
          // All notifications have one topic: a later one replaces an undelivered one.
          { vapidDetails: { subject, ...keys }, TTL: TTL_SECONDS, topic: 'news' },
        )
        const { 'Content-Length': _, ...rest } = headers as Record<string, string>
        const answer = await send(endpoint, {
          method: 'POST',
          headers: rest,
          body: body && new Uint8Array(body),
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        await answer.body?.cancel()
        if (GONE.includes(answer.status)) return 'gone'
        return answer.ok ? 'sent' : 'failed'
      } catch {
        // The service is unavailable, or the subscription has invalid keys.
        return 'failed'
      }
    },
  }
}

/**
 * The configured keys, or a pair generated once per data folder: new keys would invalidate every
 * subscription.
 */
async function vapidKeys(env: PushEnv): Promise<Keys> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, DATA_DIR } = env
  if (publicKey && privateKey) return { publicKey, privateKey }
  const kept = await madeOnce(join(DATA_DIR, 'vapid.json'), () =>
    JSON.stringify(webPush.generateVAPIDKeys()),
  )
  return JSON.parse(kept) as Keys
}
