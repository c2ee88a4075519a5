import { api, call, request } from './api-client.ts'

/** What became of asking to be told by notifications. */
export type PushAnswer = 'on' | 'refused' | 'impossible'

/**
 * Whether this browser can be reached by a push: iPhones and iPads only once the app is installed, and
 * none without the service worker.
 */
async function registrationForPush(): Promise<ServiceWorkerRegistration | null> {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return isAble ? ((await navigator.serviceWorker.getRegistration()) ?? null) : null
}

/**
 * Asks for notifications, where they were neither allowed nor refused before, and tells the server
 * where this browser is reached. To be called by a press, after a first watch was saved.
 */
export async function askForPush(): Promise<PushAnswer> {
  const registration = await registrationForPush()
  if (!registration) return 'impossible'
  if ((await Notification.requestPermission()) !== 'granted') return 'refused'
  return subscribe(registration)
}

/** Tells the server again where this browser is reached, if it is: the session may be another one. */
export async function renewPush(): Promise<void> {
  const registration = await registrationForPush()
  if (!registration || Notification.permission !== 'granted') return
  if (await registration.pushManager.getSubscription()) await subscribe(registration)
}

async function subscribe(registration: ServiceWorkerRegistration): Promise<PushAnswer> {
  try {
    const { key } = await call((init) => api.push.$get({}, { init }))
    const { pushManager } = registration
    const subscription =
      (await existing(pushManager, key)) ??
      (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
    const json = subscription.toJSON() as {
      endpoint: string
      keys: { p256dh: string; auth: string }
    }
    await request(
      (init) => api.push.$post({ json }, { init }),
      async () => undefined,
    )
    return 'on'
  } catch {
    // Its maker's push service is away, or this browser has none: the daily mail tells instead.
    return 'impossible'
  }
}

/** The subscription there is, unless it was made for another key, which ends it. */
async function existing(manager: PushManager, key: string): Promise<PushSubscription | null> {
  const subscription = await manager.getSubscription()
  const made = subscription?.options.applicationServerKey
  if (!subscription || (made && base64Url(made) === key)) return subscription
  await subscription.unsubscribe()
  return null
}

function base64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
