import { proxy, subscribe } from 'valtio'
import { BRAND } from '#sync/contract/brand.ts'
import { untilDone } from '#web/lib/until-done.ts'
import { replicaStore } from '#web/replica/replica.ts'

const CHECK_EVERY_MS = 60 * 60 * 1000
/** How often a page that stays in view sees whether a check is due. */
const DUE_EVERY_MS = 5 * 60 * 1000

/**
 * How long the present service worker may take to hand over. Browsers let it finish what it has begun, for
 * minutes where an answer does not come; a page that is loaded anew gets the new build without it.
 */
const HAND_OVER_MS = 3_000

/** Whether a newer build is waiting to activate, and whether its activation was asked for. */
export const updateStore = proxy({ isReady: false, isApplying: false })

let applyWaiting: () => void = () => location.reload()

/** Activates the new build: the page reloads once the new service worker controls it, or soon. */
export function applyUpdate(): void {
  updateStore.isApplying = true
  applyWaiting()
}

/**
 * Registers the service worker after the page has loaded, retries failures, and checks for a new build
 * each hour, and when the server asks for one.
 */
export function watchForUpdates(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Browsers may refuse a service worker (private windows, policies): the app works without one.
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
  let isHandingOver = takeHandOver()

  workbox.addEventListener('waiting', (event) => {
    // This page has the waiting build already: it was loaded anew before the present worker was gone.
    if (isHandingOver && event.wasWaitingBeforeRegister) return keepHandOver()
    applyWaiting = () => {
      hasAccepted = true
      workbox.messageSkipWaiting()
      setTimeout(() => {
        keepHandOver()
        location.reload()
      }, HAND_OVER_MS)
    }
    updateStore.isReady = true
  })
  workbox.addEventListener('controlling', (event) => {
    if (isHandingOver) {
      takeHandOver()
      isHandingOver = false
    } else if (hasAccepted) location.reload()
    // Another tab has activated the new build: this one may hold unsaved text, so it asks too.
    else if (event.isUpdate) {
      applyWaiting = () => location.reload()
      updateStore.isReady = true
    }
  })

  const registration = await workbox.register()
  if (!registration) return
  if (registration.installing && !registration.active) await installed(registration.installing)
  let checkedAt = Date.now()
  function check(): void {
    checkedAt = Date.now()
    // Offline the check fails; the next one will find the build.
    workbox.update().catch(() => undefined)
  }
  function checkIfDue(): void {
    const isDue = Date.now() - checkedAt >= CHECK_EVERY_MS
    if (isDue && document.visibilityState === 'visible') check()
  }
  document.addEventListener('visibilitychange', checkIfDue)
  setInterval(checkIfDue, DUE_EVERY_MS)
  let wasTooOld = false
  subscribe(replicaStore, () => {
    const isTooOld = replicaStore.status?.need === 'update'
    // The user is told to update: the prompt to do so must not wait an hour.
    if (isTooOld && !wasTooOld) check()
    wasTooOld = isTooOld
  })
}

const HAND_OVER_KEY = `${BRAND.toLowerCase()}.hand-over`

/** Whether this tab was loaded anew in the middle of a hand-over; told once. */
function takeHandOver(): boolean {
  const wasKept = sessionStorage.getItem(HAND_OVER_KEY) !== null
  sessionStorage.removeItem(HAND_OVER_KEY)
  return wasKept
}

function keepHandOver(): void {
  sessionStorage.setItem(HAND_OVER_KEY, 'under way')
}

/** Rejects where the worker is discarded because a file of the build did not arrive. */
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
