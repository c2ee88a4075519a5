import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { type Sealed, seal, unseal } from './seal.ts'

/** How long a revealed contact may be shown again without asking. */
export const REVEAL_TTL_MS = 24 * 60 * 60 * 1000

/** One person's contacts, sealed as stored. */
export interface SealedContacts extends Sealed {
  /** Epoch milliseconds, in the clear, so that expired contacts can be deleted without the key. */
  expiresAt: number
}

/** Storage of a vault; `indexed-db-vault-store.ts` is the real one. */
export interface VaultStore {
  readAll(): Promise<[personId: string, SealedContacts][]>
  write(personId: string, entry: SealedContacts): Promise<void>
  remove(personId: string): Promise<void>
  clear(): Promise<void>
}

/** One person's contacts as they may be shown, and until when. */
export interface Unsealed {
  contacts: readonly RevealedContact[]
  /** Epoch milliseconds. */
  expiresAt: number
}

/**
 * Revealed contacts on this device: sealed under the account's key, 24 hours each. The key lies on
 * the same device, so a wipe ends access for good, while a copy of the whole browser profile would
 * carry both.
 */
export interface ContactVault {
  /** The contacts still within the 24 hours; expired ones and another account's are deleted. */
  readAll(now?: number): Promise<Map<string, Unsealed>>
  put(personId: string, contacts: readonly RevealedContact[], now?: number): Promise<Unsealed>
  /** Deletes the contacts of a person who was removed from the directory. */
  remove(personId: string): Promise<void>
}

/** The vault of an account, sealed under its key on this device. */
export function contactVault(store: VaultStore, key: CryptoKey): ContactVault {
  async function open(personId: string, entry: SealedContacts): Promise<RevealedContact[] | null> {
    try {
      return (await unseal(key, entry, personId)) as RevealedContact[]
    } catch {
      // The entry is another account's, or its key is gone: the contacts count as never revealed.
      return null
    }
  }

  return {
    async readAll(now = Date.now()) {
      const found = new Map<string, Unsealed>()
      for (const [personId, entry] of await store.readAll()) {
        const contacts = entry.expiresAt > now ? await open(personId, entry) : null
        if (contacts) found.set(personId, { contacts, expiresAt: entry.expiresAt })
        else await store.remove(personId)
      }
      return found
    },

    async put(personId, contacts, now = Date.now()) {
      const expiresAt = now + REVEAL_TTL_MS
      await store.write(personId, { ...(await seal(key, contacts, personId)), expiresAt })
      return { contacts, expiresAt }
    },

    remove: (personId) => store.remove(personId),
  }
}
