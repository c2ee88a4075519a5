import type { RevealedContact } from '../../db/schema/contact-reveal.ts'

/** How long a revealed contact may be shown again without asking. */
export const REVEAL_TTL_MS = 24 * 60 * 60 * 1000

/** One person's contacts as they lie on the device. */
export interface SealedContacts {
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
  /** Epoch milliseconds; in the clear, so that what is old can be swept without the key. */
  expiresAt: number
}

/** Whose vault it is, and the key nobody can take out of the browser. */
export interface VaultKey {
  ownerId: string
  key: CryptoKey
}

/** Where a vault is kept; `indexed-db-vault-store.ts` is the real one. */
export interface VaultStore {
  readKey(): Promise<VaultKey | undefined>
  writeKey(key: VaultKey): Promise<void>
  readAll(): Promise<[personId: string, SealedContacts][]>
  write(personId: string, entry: SealedContacts): Promise<void>
  remove(personId: string): Promise<void>
  /** Key and contacts together: one without the other is of no use. */
  clear(): Promise<void>
}

export interface Unsealed {
  contacts: readonly RevealedContact[]
  expiresAt: number
}

/**
 * Revealed contacts on this device: AES-GCM under a non-extractable key, 24 hours each, for one
 * account. The key lies on the same device, so a wipe ends access for good, while a copy of the
 * whole browser profile would carry both.
 */
export interface ContactVault {
  /** Everybody still within the 24 hours; what is older or cannot be read is removed. */
  readAll(now?: number): Promise<Map<string, Unsealed>>
  put(personId: string, contacts: readonly RevealedContact[], now?: number): Promise<Unsealed>
  /** For somebody who had themselves removed. */
  remove(personId: string): Promise<void>
}

/** Opens the vault of an account. Another account's is wiped first. */
export async function openVault(store: VaultStore, ownerId: string): Promise<ContactVault> {
  const key = await ownKey(store, ownerId)
  // Binds an entry to its person: one moved under another's id does not open.
  const boundTo = (personId: string) => new TextEncoder().encode(`${ownerId}\n${personId}`)

  async function unseal(personId: string, { iv, sealed }: SealedContacts) {
    try {
      const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(personId) }
      const text = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, sealed))
      return JSON.parse(text) as RevealedContact[]
    } catch {
      // Sealed under a key that is gone: as good as never revealed.
      return null
    }
  }

  return {
    async readAll(now = Date.now()) {
      const found = new Map<string, Unsealed>()
      for (const [personId, entry] of await store.readAll()) {
        const contacts = entry.expiresAt > now ? await unseal(personId, entry) : null
        if (contacts) found.set(personId, { contacts, expiresAt: entry.expiresAt })
        else await store.remove(personId)
      }
      return found
    },

    async put(personId, contacts, now = Date.now()) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(personId) }
      const text = new TextEncoder().encode(JSON.stringify(contacts))
      const sealed = await crypto.subtle.encrypt(algorithm, key, text)
      const expiresAt = now + REVEAL_TTL_MS
      await store.write(personId, { iv, sealed, expiresAt })
      return { contacts, expiresAt }
    },

    remove: (personId) => store.remove(personId),
  }
}

async function ownKey(store: VaultStore, ownerId: string): Promise<CryptoKey> {
  const kept = await store.readKey()
  if (kept?.ownerId === ownerId) return kept.key
  await store.clear()
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await store.writeKey({ ownerId, key })
  return key
}
