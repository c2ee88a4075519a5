import type { WorkerMessage } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

/** Where the build puts the worker of the local database. */
export const REPLICA_FOLDER = 'assets/replica/'

const PREFIX = 'replica-'
const CACHE = `${PREFIX}files`

/** Whether a file of the build belongs to the local database: visitors load none of them. */
export const isReplicaFile = (file: string) =>
  file.startsWith(REPLICA_FOLDER) || /\.(wasm|data|tgz)$/.test(file)

/**
 * Precaches the files of the local database. They are some 5 MB, so only for signed-in users: a page asks
 * for them with KEEP_REPLICA. A newer build fetches its files before it takes over, or the app would start
 * offline without its database.
 * @param files addresses, which name their content.
 */
export function keepReplicaFiles(files: readonly string[]): void {
  const paths = files.map(pathOf)

  self.addEventListener('install', (event) => {
    event.waitUntil(
      replicaCaches().then((names) => (names.length > 0 ? addMissing(paths) : undefined)),
    )
  })

  self.addEventListener('activate', (event) => event.waitUntil(deleteAllBut(paths)))

  self.addEventListener('message', (event) => {
    const { type }: WorkerMessage = event.data
    if (type !== 'KEEP_REPLICA') return
    const [port] = event.ports
    event.waitUntil(
      addMissing(paths).then(
        () => port?.postMessage(true),
        () => port?.postMessage(false),
      ),
    )
  })

  self.addEventListener('fetch', (event) => {
    if (!paths.includes(pathOf(event.request.url))) return
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)))
  })
}

const pathOf = (url: string) => new URL(url, self.location.origin).pathname

async function addMissing(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE)
  const kept = new Set((await cache.keys()).map(({ url }) => pathOf(url)))
  // One by one: files already cached are not fetched again when another one fails.
  await Promise.all(paths.filter((path) => !kept.has(path)).map((path) => add(cache, path)))
}

async function add(cache: Cache, path: string): Promise<void> {
  const response = await fetch(path)
  // A captive portal's page would stay in the cache as long as this build.
  const isPage = response.headers.get('Content-Type')?.includes('html')
  if (!response.ok || isPage) throw new TypeError(`The file did not arrive: ${path}`)
  await cache.put(path, response)
}

const replicaCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX))

async function deleteAllBut(paths: readonly string[]): Promise<void> {
  const names = await replicaCaches()
  // Earlier releases had a cache per build.
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  if (!names.includes(CACHE)) return
  const cache = await caches.open(CACHE)
  const requests = await cache.keys()
  const outdated = requests.filter(({ url }) => !paths.includes(pathOf(url)))
  await Promise.all(outdated.map((request) => cache.delete(request)))
}
