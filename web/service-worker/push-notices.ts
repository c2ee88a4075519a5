import { BADGE_CACHE, BADGE_PATH, NOTICE_TAG } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

/** What a push holds: of how many watched searches there are news and, where it is one, its id. */
interface NewsPush {
  count: number
  id: string | null
}

/** Shows that watched searches have news. Whom the news are of is read once the app is opened. */
export function showNotices(): void {
  self.addEventListener('push', (event) => {
    if (!event.data) return
    const { count, id }: NewsPush = event.data.json()
    const title = count === 1 ? 'A watched search has news' : `${count} watched searches have news`
    event.waitUntil(
      Promise.all([
        // One notice at a time: a later one takes its place.
        self.registration.showNotification(title, {
          tag: NOTICE_TAG,
          icon: '/icon-192.png',
          data: { path: id ? `/search?news=${id}` : '/search?tab=saved-searches' },
        }),
        addToBadge(count),
      ]),
    )
  })

  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification.data.path))
  })
}

/** The page corrects the sum when it runs: news of a search may be among those counted before. */
async function addToBadge(count: number): Promise<void> {
  if (!('setAppBadge' in self.navigator)) return
  const cache = await caches.open(BADGE_CACHE)
  const kept = await cache.match(BADGE_PATH)
  const total = Number((await kept?.text()) ?? 0) + count
  await cache.put(BADGE_PATH, new Response(String(total)))
  await self.navigator.setAppBadge(total)
}

async function open(path: string): Promise<void> {
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (!window) return void (await self.clients.openWindow(path))
  await window.focus()
  await window.navigate(path)
}
