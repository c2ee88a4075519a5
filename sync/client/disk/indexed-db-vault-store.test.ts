import { openDB } from 'idb'
import { afterEach, expect, it, vi } from 'vitest'
import {
  askConnectionsToClose,
  forgetDatabases,
  loseConnections,
} from '#tests/support/memory-idb.ts'
import { indexedDbVaultStore } from './indexed-db-vault-store.ts'

vi.mock('idb', async () => {
  const memory = await import('#tests/support/memory-idb.ts')
  return { ...memory, openDB: vi.fn(memory.openDB) }
})

const ENTRY = { iv: new Uint8Array(), sealed: new ArrayBuffer(0), expiresAt: 1 }

afterEach(() => {
  forgetDatabases()
  vi.clearAllMocks()
})

it.each([
  ['the browser has ended its connection', loseConnections],
  ['another tab has had its connection closed', askConnectionsToClose],
])('deletes a person’s contacts after %s', async (_, endConnections) => {
  const store = indexedDbVaultStore()
  await store.write('ada', ENTRY)
  await store.write('ben', ENTRY)
  endConnections()
  await store.remove('ada')
  expect(await store.readAll()).toEqual([['ben', ENTRY]])
  expect(openDB).toHaveBeenCalledTimes(2)
})

it('empties the vault', async () => {
  const store = indexedDbVaultStore()
  await store.write('ada', ENTRY)
  await store.clear()
  expect(await store.readAll()).toEqual([])
})

it('opens again what could not be opened', async () => {
  const store = indexedDbVaultStore()
  vi.mocked(openDB).mockRejectedValueOnce(new DOMException('Busy.', 'UnknownError'))
  await expect(store.readAll()).rejects.toThrow('Busy.')
  expect(await store.readAll()).toEqual([])
})
