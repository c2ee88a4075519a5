// Part of the service worker: sends what the outbox holds when the last page closes and, in browsers that
// have Background Sync, once there is a network again. It only carries: the server keeps the answer to each
// mutation, and the device, which sends the same ones at its next start, gets it from there.
//
// What a sign-out leaves behind cannot be read here: its first step deletes the key. Nothing is ever
// created, or a device that was wiped would come back.
{
  const PREFIX = self.__DEVICE_PREFIX__
  const VERSION = self.__CONTRACT_VERSION__
  const PUSH_MAX = self.__PUSH_MAX__
  const TAG = 'push-outbox'

  self.addEventListener('sync', (event) => {
    if (event.tag === TAG) event.waitUntil(pushAll())
  })

  self.addEventListener('message', (event) => {
    // Without a network it fails: the device sends the same at its next start.
    if (event.data?.type === 'PUSH_OUTBOX') event.waitUntil(pushAll().catch(() => undefined))
  })

  async function pushAll() {
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith(PREFIX) || !name.endsWith('.outbox')) continue
      await pushOf(name.slice(PREFIX.length, -'.outbox'.length))
    }
  }

  /** Rejects where the server was not reached: the browser then tries again later. */
  async function pushOf(userId) {
    const key = await keyOf(userId)
    if (!key) return
    const entries = await readAll(`${PREFIX}${userId}.outbox`, 'entries')
    const opened = await Promise.all(entries.map((entry) => unseal(key, entry)))
    // What follows a refusal may depend on it: the device decides, with its author.
    const refused = opened.findIndex((entry) => !entry || entry.state.kind === 'rejected')
    const waiting = (refused < 0 ? opened : opened.slice(0, refused)).filter(
      ({ state }) => state.kind === 'waiting',
    )
    for (let start = 0; start < waiting.length; start += PUSH_MAX) {
      const mutations = waiting
        .slice(start, start + PUSH_MAX)
        .map(({ id, name, args, created_at }) => ({ id, name, args, created_at }))
      const answer = await fetch('/api/mutations', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        cache: 'no-store',
        body: JSON.stringify({
          version: VERSION,
          user_id: userId,
          sent_at: new Date().toISOString(),
          mutations,
        }),
      })
      if (answer.status === 429 || answer.status >= 500) throw new TypeError('Not taken yet.')
      // The session has ended, or another build is asked for: that is the app's to say.
      if (!answer.ok || !answer.headers.get('Content-Type')?.includes('json')) return
      const { results } = await answer.json()
      if (results.some(({ status }) => status !== 'applied')) return
    }
  }

  /** The device's key; null where there is none any more. */
  async function keyOf(userId) {
    try {
      const root = await navigator.storage.getDirectory()
      const folder = await root.getDirectoryHandle(`${PREFIX}${userId}`)
      const file = await (await folder.getFileHandle('key')).getFile()
      return await crypto.subtle.importKey('raw', await file.arrayBuffer(), 'AES-GCM', false, [
        'decrypt',
      ])
    } catch {
      const [kept] = await readAll(`${PREFIX}${userId}.key`, 'keys').catch(() => [])
      return kept instanceof CryptoKey ? kept : null
    }
  }

  async function unseal(key, { id, iv, sealed }) {
    try {
      const additionalData = new TextEncoder().encode(id)
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed)
      return { id, ...JSON.parse(new TextDecoder().decode(text)) }
    } catch {
      return null
    }
  }

  /** All rows of a store, by key; none where the database is not there. */
  function readAll(name, store) {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onupgradeneeded = () => opening.transaction.abort()
      opening.onerror = () => resolve([])
      opening.onsuccess = () => {
        const database = opening.result
        const reading = database.transaction(store).objectStore(store).getAll()
        reading.onsuccess = () => resolve(reading.result)
        reading.onerror = () => reject(reading.error)
        reading.transaction.oncomplete = () => database.close()
        database.onversionchange = () => database.close()
      }
    })
  }
}
