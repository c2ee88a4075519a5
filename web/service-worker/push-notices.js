// Part of the service worker: shows that watched searches have news. A push holds how many and, of one
// alone, its id; whom the news are of is read once the app is opened.
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
      self.navigator.setAppBadge?.(count),
    ]),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

async function open(path) {
  const [window] = await self.clients.matchAll({ type: 'window' })
  if (!window) return self.clients.openWindow(path)
  await window.focus()
  return window.navigate(path)
}
