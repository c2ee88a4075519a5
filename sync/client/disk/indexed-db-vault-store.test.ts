import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { indexedDbVaultStore } from './indexed-db-vault-store.ts'

const ENTRY = { iv: new Uint8Array(), sealed: new ArrayBuffer(0), expiresAt: 1 }

/** What IndexedDB holds, whichever connection wrote it. */
let kept: Map<unknown, unknown>
/** The open connections; each can be ended, as a browser does. */
let connections: { end(): void }[]
let fault: DOMException | null

beforeEach(() => {
  kept = new Map()
  connections = []
  fault = null
  vi.stubGlobal('indexedDB', { open: () => (fault ? failed(fault) : done(connection())) })
})
afterEach(() => vi.unstubAllGlobals())

function connection() {
  let isEnded = false
  const store = {
    put: (value: unknown, key: unknown) => done(kept.set(key, value)),
    delete: (key: unknown) => done(kept.delete(key)),
    getAllKeys: () => done([...kept.keys()]),
    getAll: () => done([...kept.values()]),
  }
  const database = {
    onclose: () => undefined,
    transaction() {
      if (isEnded) throw new DOMException('The connection is closed.', 'InvalidStateError')
      return { objectStore: () => store }
    },
  }
  connections.push({
    end() {
      isEnded = true
      database.onclose()
    },
  })
  return database
}

/** A request as IndexedDB answers it: its callbacks are set before it is done. */
function done(result: unknown) {
  const request = { result, onsuccess: () => undefined }
  queueMicrotask(() => request.onsuccess())
  return request
}

function failed(error: DOMException) {
  const request = { error, onerror: () => undefined }
  queueMicrotask(() => request.onerror())
  return request
}

it('deletes a person’s contacts after the browser has ended its connection', async () => {
  const store = indexedDbVaultStore()
  await store.write('ada', ENTRY)
  await store.write('ben', ENTRY)
  connections[0]?.end()
  await store.remove('ada')
  expect(await store.readAll()).toEqual([['ben', ENTRY]])
  expect(connections).toHaveLength(2)
})

it('opens again what could not be opened', async () => {
  const store = indexedDbVaultStore()
  fault = new DOMException('Busy.', 'UnknownError')
  await expect(store.readAll()).rejects.toThrow('Busy.')
  fault = null
  expect(await store.readAll()).toEqual([])
})
