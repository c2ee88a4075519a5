import { beforeEach, expect, it } from 'vitest'
import {
  contactVault,
  REVEAL_TTL_MS,
  type SealedContacts,
  type VaultStore,
} from './contact-vault.ts'

const CONTACTS = [
  { kind: 'phone', value: '+15550100', source: 'synthetic', verified_at: null },
] as const
const NOW = 1_800_000_000_000

let ada: CryptoKey
let ben: CryptoKey
beforeEach(async () => {
  ada = await newKey()
  ben = await newKey()
})

const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

function memoryStore() {
  const entries = new Map<string, SealedContacts>()
  const store: VaultStore = {
    readAll: async () => [...entries],
    write: async (personId, entry) => void entries.set(personId, entry),
    remove: async (personId) => void entries.delete(personId),
    clear: async () => entries.clear(),
  }
  return { store, entries }
}

it('REVEAL-08 keeps a contact for 24 hours and not a moment longer', async () => {
  const { store, entries } = memoryStore()
  const vault = contactVault(store, ada)
  await vault.put('p1', CONTACTS, NOW)
  const again = contactVault(store, ada)
  expect((await again.readAll(NOW + REVEAL_TTL_MS - 1)).get('p1')?.contacts).toEqual(CONTACTS)
  expect((await again.readAll(NOW + REVEAL_TTL_MS)).size).toBe(0)
  expect(entries.size).toBe(0)
})

it('REVEAL-09 lays nothing down in the clear, and no key beside it', async () => {
  const { store, entries } = memoryStore()
  const vault = contactVault(store, ada)
  await vault.put('p1', CONTACTS, NOW)
  const kept = entries.get('p1')
  expect(Buffer.from(kept?.sealed ?? new ArrayBuffer(0)).toString('latin1')).not.toContain('555')
  expect(Object.keys(kept ?? {}).sort()).toEqual(['expiresAt', 'iv', 'sealed'])
})

it('REVEAL-11 wipes what another account revealed', async () => {
  const { store, entries } = memoryStore()
  await contactVault(store, ada).put('p1', CONTACTS, NOW)
  expect((await contactVault(store, ben).readAll(NOW)).size).toBe(0)
  expect(entries.size).toBe(0)
})

it('does not open an entry moved under another person, and drops it', async () => {
  const { store, entries } = memoryStore()
  const vault = contactVault(store, ada)
  await vault.put('p1', CONTACTS, NOW)
  const entry = entries.get('p1')
  if (entry) entries.set('p2', entry)
  expect([...(await vault.readAll(NOW)).keys()]).toEqual(['p1'])
  expect([...entries.keys()]).toEqual(['p1'])
})

it('REVEAL-11 gives up a person who was removed, and keeps the others', async () => {
  const { store, entries } = memoryStore()
  const vault = contactVault(store, ada)
  await vault.put('p1', CONTACTS, NOW)
  await vault.put('p2', CONTACTS, NOW)
  await vault.remove('p1')
  expect([...entries.keys()]).toEqual(['p2'])
})
