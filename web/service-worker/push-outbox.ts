import { openDB } from 'idb'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { type SealedEntry, unsealEntry } from '#sync/client/outbox/indexed-db-outbox.ts'
import { CONTRACT_VERSION, PUSH_MAX } from '#sync/contract/protocol.ts'
import type { PushRequest, PushResponse } from '#sync/contract/wire.ts'
import { PUSH_TAG, type WorkerMessage } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

/** An event of Background Sync, which TypeScript's library does not know. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}

const PREFIX = deviceName('')
const OUTBOX = '.outbox'

/**
 * Pushes what outboxes hold when the last page closes and, in browsers that have Background Sync, once there
 * is a network again. It only sends: the server stores each result, and the device, which pushes the same
 * mutations at its next start, reads it there.
 *
 * What a sign-out leaves behind cannot be read here: its first step deletes the key. Nothing is ever
 * created, or a device that was wiped would come back.
 */
export function pushOutboxes(): void {
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent
    if (sync.tag === PUSH_TAG) sync.waitUntil(pushAll())
  })

  self.addEventListener('message', (event) => {
    const { type }: WorkerMessage = event.data
    // Without a network it fails: the device sends the same at its next start.
    if (type === 'PUSH_OUTBOX') event.waitUntil(pushAll().catch(() => undefined))
  })
}

async function pushAll(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith(PREFIX) || !name.endsWith(OUTBOX)) continue
    await pushOf(name.slice(PREFIX.length, -OUTBOX.length))
  }
}

/** Rejects where the server was not reached: the browser then tries again later. */
async function pushOf(user_id: string): Promise<void> {
  const waiting = await waitingMutations(user_id)
  for (let start = 0; start < waiting.length; start += PUSH_MAX) {
    const push: PushRequest = {
      version: CONTRACT_VERSION,
      user_id,
      sent_at: new Date().toISOString(),
      mutations: waiting.slice(start, start + PUSH_MAX),
    }
    const response = await fetch('/api/mutations', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      cache: 'no-store',
      body: JSON.stringify(push),
    })
    if (response.status === 429 || response.status >= 500) throw new TypeError('Not taken yet.')
    // The session has ended, or another build is asked for: that is for the app to say.
    if (!response.ok || !response.headers.get('Content-Type')?.includes('json')) return
    const { results }: PushResponse = await response.json()
    if (results.some(({ status }) => status !== 'applied')) return
  }
}

/** The mutations before the first refused one: what follows it may depend on it, which its author decides. */
async function waitingMutations(userId: string): Promise<PushRequest['mutations']> {
  const key = await findKey(userId)
  if (!key) return []
  const sealed = await readAll<SealedEntry>(deviceName(userId) + OUTBOX, 'entries')
  const entries = await Promise.all(sealed.map((entry) => unsealEntry(key, entry)))
  const refused = entries.findIndex(({ state }) => state.kind === 'rejected')
  return (refused < 0 ? entries : entries.slice(0, refused))
    .filter(({ state }) => state.kind === 'waiting')
    .map(({ id, name, args, created_at }) => ({ id, name, args, created_at }))
}

/** The device's key; undefined where there is none any more. */
async function findKey(userId: string): Promise<CryptoKey | undefined> {
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(deviceName(userId))
    const file = await (await folder.getFileHandle('key')).getFile()
    return await crypto.subtle.importKey('raw', await file.arrayBuffer(), 'AES-GCM', false, [
      'decrypt',
    ])
  } catch {
    const [kept] = await readAll<unknown>(`${deviceName(userId)}.key`, 'keys')
    return kept instanceof CryptoKey ? kept : undefined
  }
}

/** All rows of a store, by key; none where the database does not exist. */
async function readAll<Row>(name: string, store: string): Promise<Row[]> {
  const database = await openDB(name, undefined, {
    // It did not exist, and must not from now on.
    upgrade: (_database, _old, _new, transaction) => transaction.abort(),
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  }).catch(() => undefined)
  if (!database) return []
  try {
    return await database.getAll(store)
  } finally {
    database.close()
  }
}
