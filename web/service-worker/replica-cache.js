// Part of the service worker: precaches the files of the local database, by build. They are some 5 MB,
// so only for signed-in users: a page asks for them with KEEP_REPLICA. A newer build fetches its files
// before it takes over, or the app would start offline without its database. The build fills in the
// list.
const FILES = self.__REPLICA_FILES__
const PREFIX = 'replica-'
const CACHE = PREFIX + self.__REPLICA_BUILD__

async function keepFiles() {
  const cache = await caches.open(CACHE)
  const kept = new Set((await cache.keys()).map((request) => new URL(request.url).pathname))
  // One by one: files already cached are not fetched again when another one fails.
  await Promise.all(FILES.filter((file) => !kept.has(file)).map((file) => keepFile(cache, file)))
}

async function keepFile(cache, file) {
  const answer = await fetch(file)
  // A captive portal's page would stay in the cache as long as this build.
  const isPage = answer.headers.get('Content-Type')?.includes('html')
  if (!answer.ok || isPage) throw new TypeError('A file did not come.')
  await cache.put(file, answer)
}

async function keptCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX))
}

self.addEventListener('install', (event) => {
  event.waitUntil(keptCaches().then((names) => (names.length > 0 ? keepFiles() : undefined)))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    keptCaches().then((names) =>
      Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
    ),
  )
})

self.addEventListener('message', (event) => {
  if (event.data?.type !== 'KEEP_REPLICA') return
  const [port] = event.ports
  event.waitUntil(
    keepFiles().then(
      () => port?.postMessage(true),
      () => port?.postMessage(false),
    ),
  )
})

self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (!FILES.includes(pathname)) return
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)))
})
