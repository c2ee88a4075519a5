/** The files are some 5 MB; a service worker that has not answered by then was ended in between. */
const ANSWER_MS = 10 * 60_000

/** Whether this browser keeps files for later at all. */
export const canKeepFiles = () => import.meta.env.PROD && 'serviceWorker' in navigator

/**
 * Has the service worker keep what the rows need to open with no network, as far as it is not there.
 * @returns whether all of it is there.
 */
export async function keepOfflineFiles(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready
  if (!active) return false
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    setTimeout(resolve, ANSWER_MS, false)
  })
  active.postMessage({ type: 'KEEP_REPLICA' }, [port2])
  return answer
}
