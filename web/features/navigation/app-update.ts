import { proxy } from 'valtio'
import { untilDone } from '#web/lib/until-done.ts'

const CHECK_EVERY_MS = 60 * 60 * 1000

/** Whether a newer build waits to take over. */
export const updateStore = proxy<{ isReady: boolean }>({ isReady: false })

let applyWaiting: () => void = () => location.reload()

/** Switches to the new build: the page reloads when the new service worker has taken control. */
export function applyUpdate(): void {
  applyWaiting()
}

/**
 * Registers the service worker after the page has loaded, again while that fails, and looks for a new
 * build each hour.
 */
export function watchForUpdates(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Browsers may refuse a service worker (private windows, policies): the app then does without.
  const start = () =>
    void untilDone(() =>
      register().then(
        () => true,
        () => false,
      ),
    )
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox('/service-worker.js')
  let hasAccepted = false

  workbox.addEventListener('waiting', () => {
    applyWaiting = () => {
      hasAccepted = true
      workbox.messageSkipWaiting()
    }
    updateStore.isReady = true
  })
  workbox.addEventListener('controlling', (event) => {
    if (hasAccepted) location.reload()
    // Accepted in another tab: this one may hold unsaved text, so it asks too.
    else if (event.isUpdate) {
      applyWaiting = () => location.reload()
      updateStore.isReady = true
    }
  })

  const registration = await workbox.register()
  if (!registration) return
  if (registration.installing && !registration.active) await installed(registration.installing)
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = Date.now()
    // With no network there is nothing to find; the next look finds it.
    workbox.update().catch(() => undefined)
  })
}

/** Rejects where something of the build did not come: without it the worker is given up. */
function installed(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    function look() {
      if (worker.state === 'redundant') reject(new Error('The service worker was not installed.'))
      else if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })
}
