/**
 * Has the service worker keep what the rows need to open with no network. @returns whether it is
 * there; false where there is no service worker, or no network now.
 */
export async function keepOfflineFiles(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false
  const { active } = await navigator.serviceWorker.ready
  if (!active) return false
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    active.postMessage({ type: 'KEEP_REPLICA' }, [port2])
  })
}
