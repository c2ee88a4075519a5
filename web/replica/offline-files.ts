import type { WorkerMessage } from '#web/service-worker/messages.ts'

/**
 * The files are some 5 MB; a service worker that has not answered by then was stopped by the browser.
 */
const ANSWER_MS = 10 * 60_000

/** Whether this browser can keep files for offline use. */
export const canKeepFiles = () => import.meta.env.PROD && 'serviceWorker' in navigator

/**
 * Asks the service worker to keep the files that the replica needs to open offline, unless they are
 * there.
 * @returns whether all of them are there.
 */
export async function keepOfflineFiles(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready
  if (!active) return false
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(resolve, ANSWER_MS, false)
  })
  active.postMessage({ type: 'KEEP_REPLICA' } satisfies WorkerMessage, [port2])
  return answer
}
