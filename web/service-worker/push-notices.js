// Part of the service worker: shows that watched searches have news. A push holds how many and, of one
// alone, its id; whom the news are of is read once the app is opened.
{
  // Of `web/lib/app-badge.ts`: the sum on the icon, as the page or a push before showed it.
  const BADGE_CACHE = 'app-badge'
  const BADGE_PATH = '/app-badge.txt'

  self.addEventListener('push', (event) => {
    const { count, id } = event.data.json()
    const title = count === 1 ? 'A watched search has news' : `${count} watched searches have news`
    event.waitUntil(
      Promise.all([
        // One notice at a time: a later one takes its place.
        self.registration.showNotification(title, {
          tag: 'news',
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

  /** The page corrects the sum when it runs: news of a search may be among those counted before. */
  async function addToBadge(count) {
    if (!self.navigator.setAppBadge) return
    const cache = await caches.open(BADGE_CACHE)
    const kept = await cache.match(BADGE_PATH)
    const total = Number((await kept?.text()) ?? 0) + count
    await cache.put(BADGE_PATH, new Response(String(total)))
    await self.navigator.setAppBadge(total)
  }

  async function open(path) {
    const [window] = await self.clients.matchAll({ type: 'window' })
    if (!window) return self.clients.openWindow(path)
    await window.focus()
    return window.navigate(path)
  }
}
