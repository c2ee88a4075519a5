import { enable as enableNavigationPreload } from 'workbox-navigation-preload'
import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import type { WorkerMessage } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

/** The document that opens any screen. */
const SHELL = '/shell'

const NETWORK_TIMEOUT_S = 4

/** Addresses of the server that are no screens. */
const NOT_OF_THE_APP = /^\/(api|dev|healthz|readyz|metrics|robots\.txt|\.well-known)\b/

/**
 * Precaches the app's own files, and nothing that comes from the API. A navigation always goes to the
 * network first; offline, or after 4 s without a response, the shell of the same build answers.
 */
export function serveAppShell(files: PrecacheEntry[]): void {
  cleanupOutdatedCaches()
  precacheAndRoute(files, { directoryIndex: '' })
  enableNavigationPreload()
  registerRoute(new NavigationRoute(navigation(), { denylist: [NOT_OF_THE_APP] }))
  self.addEventListener('message', (event) => {
    const { type }: WorkerMessage = event.data
    if (type === 'SKIP_WAITING') void self.skipWaiting()
  })
}

function navigation(): NetworkFirst {
  return new NetworkFirst({
    networkTimeoutSeconds: NETWORK_TIMEOUT_S,
    plugins: [
      // Documents are never cached at run time: one of another build would ask for files that are gone.
      { cacheWillUpdate: async () => null },
      // Read both without a network and where it does not answer in time.
      { cachedResponseWillBeUsed: () => matchPrecache(SHELL) },
    ],
  })
}
