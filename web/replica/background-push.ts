import { subscribe } from 'valtio'
import { PUSH_TAG, type WorkerMessage } from '#web/service-worker/messages.ts'
import { canNow } from '#web/session/session.ts'
import { replicaStore } from './replica.ts'

type SyncRegistration = ServiceWorkerRegistration & {
  sync?: { register(tag: string): Promise<void>; getTags(): Promise<string[]> }
}

/** Whether this browser sends waiting edits once there is a network, with no page open. */
export async function canPushInBackground(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false
  const registration: SyncRegistration | undefined = await navigator.serviceWorker.getRegistration()
  // The browser refuses where the user has turned background work off.
  return (await registration?.sync?.getTags().catch(() => undefined)) !== undefined
}

/**
 * Has the service worker send what waits: once there is a network, where the browser has Background Sync,
 * and where a page closes that had not sent it yet. Without either it is sent at the next start.
 * @returns the function that ends it.
 */
export function followUnsent(): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined
  // While a page closes there is no time to ask for it. A first visit has one without being controlled.
  let registration: SyncRegistration | undefined
  void navigator.serviceWorker.ready.then((ready) => {
    registration = ready
  })
  let wasWaiting = false
  const isWaiting = () => (replicaStore.status?.pending ?? 0) > 0 && canNow('replica.sync')
  const unsubscribe = subscribe(replicaStore, () => {
    const waits = replicaStore.status?.state === 'offline' && isWaiting()
    // The browser refuses where the user has turned background work off.
    if (waits && !wasWaiting) registration?.sync?.register(PUSH_TAG).catch(() => undefined)
    wasWaiting = waits
  })
  const handOver = () => {
    if (!isWaiting()) return
    registration?.active?.postMessage({ type: 'PUSH_OUTBOX' } satisfies WorkerMessage)
  }
  addEventListener('pagehide', handOver)
  return () => {
    unsubscribe()
    removeEventListener('pagehide', handOver)
  }
}
