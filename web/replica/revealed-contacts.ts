import { proxy, ref, subscribe } from 'valtio'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { type ContactVault, contactVault, type Unsealed } from '#sync/client/disk/contact-vault.ts'
import { indexedDbVaultStore } from '#sync/client/disk/indexed-db-vault-store.ts'
import { ApiError, revealContacts } from '#web/lib/api-client.ts'
import { revealErrorMessage, SUBSCRIPTION_REQUIRED } from '#web/lib/error-messages.ts'
import { showPlanNeeded } from '#web/lib/show-gate.ts'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { actorOf, canNow, refreshSession, session } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** The revealed contacts from the signed-in user's vault, decrypted. */
export const revealedContacts = proxy<{
  byPerson: Record<string, readonly RevealedContact[]>
  /** People whose contacts are being fetched. */
  isRevealing: Record<string, true>
}>({ byPerson: {}, isRevealing: {} })

/** The user whose contacts these are; null where the actor may see none. */
let owner: string | null = null
/** Null where the browser refuses storage: contacts then last as long as the page. */
let vault: Promise<ContactVault | null> | undefined
let expiries: ReturnType<typeof setTimeout>[] = []

subscribe(session, followOwner)
followOwner()

/** Requests under way by person; a second caller waits for the same answer. */
const underWay = new Map<string, Promise<void>>()

/**
 * Fetches a person's contacts unless they are here or being fetched. Resolves once they are here or a
 * toast has said why not.
 */
export function reveal(personId: string): Promise<void> {
  const asked = underWay.get(personId)
  if (asked) return asked
  const asking = ask(personId).finally(() => underWay.delete(personId))
  underWay.set(personId, asking)
  return asking
}

async function ask(personId: string): Promise<void> {
  const { byPerson, isRevealing } = revealedContacts
  if (byPerson[personId]) return
  if (session.isKnown && !canNow('contact.reveal')) {
    if (session.me?.role === 'demo') return showDemoLimit()
    return showPlanNeeded(SUBSCRIPTION_REQUIRED)
  }
  isRevealing[personId] = true
  const asker = owner
  try {
    // Contacts revealed before may still be loading from the vault.
    await vault
    if (revealedContacts.byPerson[personId]) return
    const contacts = await revealContacts(personId)
    if (owner === asker) await keep(personId, contacts)
    // A reveal uses up one of a grant's count; the last use closes the feature.
    if (session.me?.role === 'demo') await refreshSession()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const message = revealErrorMessage(error)
    if (message === SUBSCRIPTION_REQUIRED) showPlanNeeded(message)
    else showToast({ ...message, tone: 'danger' })
  } finally {
    delete isRevealing[personId]
  }
}

/** Deletes the contacts of removed people, on screen and in the vault. */
export async function forgetContacts(people: readonly string[]): Promise<void> {
  for (const personId of people) {
    delete revealedContacts.byPerson[personId]
    await (await vault)?.remove(personId)
  }
}

/** When another user signs in, the user signs out or the plan lapses, the former user's contacts go. */
function followOwner(): void {
  const next = canNow('contact.reveal') ? actorOf(session.me).id : null
  if (next === owner) return
  owner = next
  for (const timer of expiries) clearTimeout(timer)
  expiries = []
  revealedContacts.byPerson = {}
  vault = owner === null ? undefined : openFor(owner)
}

async function openFor(ownerId: string): Promise<ContactVault | null> {
  try {
    const { deviceKey } = await import('#sync/client/disk/device-key.ts')
    const opened = contactVault(indexedDbVaultStore(), await deviceKey(ownerId))
    for (const [personId, entry] of await opened.readAll()) {
      if (owner === ownerId) show(personId, entry)
    }
    return opened
  } catch {
    return null
  }
}

async function keep(personId: string, contacts: readonly RevealedContact[]): Promise<void> {
  revealedContacts.byPerson[personId] = ref(contacts)
  try {
    const entry = await (await vault)?.put(personId, contacts)
    if (entry) show(personId, entry)
  } catch {
    // The disk is full: the contacts last as long as the page, as without a vault.
    return
  }
}

function show(personId: string, { contacts, expiresAt }: Unsealed): void {
  revealedContacts.byPerson[personId] = ref(contacts)
  const forget = () => {
    delete revealedContacts.byPerson[personId]
  }
  expiries.push(setTimeout(forget, expiresAt - Date.now()))
}
