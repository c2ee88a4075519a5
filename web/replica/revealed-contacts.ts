import { proxy, ref, subscribe } from 'valtio'
import { REVEALED_AT_ONCE_MAX, type RevealedContact } from '#db/schema/contact-reveal.ts'
import {
  type ContactVault,
  contactVault,
  REVEAL_TTL_MS,
  type Unsealed,
} from '#sync/client/disk/contact-vault.ts'
import { indexedDbVaultStore } from '#sync/client/disk/indexed-db-vault-store.ts'
import { passesGate, showPlanNeeded } from '#web/lib/account/show-gate.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { revealErrorMessage, SUBSCRIPTION_REQUIRED } from '#web/lib/error-messages.ts'
import { revealContacts, revealContactsOf } from '#web/lib/people/people-client.ts'
import { actorOf, canNow, refreshSession, session, sessionKnown } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { contactReports, isHidden } from './contact-reports.ts'

/** The revealed contacts from the signed-in user's vault, decrypted, without those reported wrong. */
export const revealedContacts = proxy<{
  byPerson: Record<string, readonly RevealedContact[]>
  /** People whose contacts are being fetched. */
  isRevealing: Record<string, true>
  /** People whose contacts came a moment ago. */
  justRevealed: Record<string, true>
}>({ byPerson: {}, isRevealing: {}, justRevealed: {} })

/** As long as a second press may be meant for what a first one has revealed. */
const SECOND_PRESS_MS = 700

/** The user whose contacts these are; null where the actor may see none. */
let owner: string | null = null
/** Null where the browser refuses storage: contacts then last as long as the page. */
let vault: Promise<ContactVault | null> | undefined
let expiries: ReturnType<typeof setTimeout>[] = []
/** What this page has of each person, with what was reported wrong: a report can be taken back. */
const revealed = new Map<string, Unsealed>()

subscribe(session, followOwner)
followOwner()
subscribe(contactReports, () => void hideReported())

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
  isRevealing[personId] = true
  try {
    // A profile is on screen before it is known who looks at it.
    await sessionKnown()
    followOwner()
    if (!passesGate('contact.reveal', { plan: SUBSCRIPTION_REQUIRED })) return
    const asker = owner
    // Contacts revealed before may still be loading from the vault.
    await vault
    if (revealedContacts.byPerson[personId]) return
    const contacts = await revealContacts(personId)
    if (owner === asker) await keep(personId, contacts)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const message = revealErrorMessage(error)
    if (message === SUBSCRIPTION_REQUIRED) {
      showPlanNeeded(message)
      // The last use of a grant closes the feature: not before its contacts were read.
      void refreshSession()
    } else showToast({ ...message, tone: 'danger' })
  } finally {
    delete isRevealing[personId]
  }
}

/**
 * Fetches the contacts of people whose contacts are not here, in their order, as far as the day's budget
 * goes; a toast says why it ended early.
 * @returns of how many people the contacts are here now that were not.
 */
export async function revealAll(people: readonly string[]): Promise<number> {
  const { byPerson, isRevealing } = revealedContacts
  const asker = owner
  let done = 0
  await vault
  const missing = people.filter((id) => !byPerson[id])
  for (let start = 0; start < missing.length && owner === asker; start += REVEALED_AT_ONCE_MAX) {
    const some = missing.slice(start, start + REVEALED_AT_ONCE_MAX)
    for (const id of some) isRevealing[id] = true
    try {
      const revealed = await revealContactsOf(some)
      if (owner !== asker) break
      for (const { id, contacts } of revealed) await keep(id, contacts)
      done += revealed.length
      if (revealed.length === 0) break
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ ...revealErrorMessage(error), tone: 'danger' })
      break
    } finally {
      for (const id of some) delete isRevealing[id]
    }
  }
  return done
}

/** Deletes the contacts of removed people, on screen and in the vault. */
export async function forgetContacts(people: readonly string[]): Promise<void> {
  for (const personId of people) {
    forget(personId)
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
  revealed.clear()
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
  const entry = { contacts, expiresAt: Date.now() + REVEAL_TTL_MS }
  const { justRevealed } = revealedContacts
  justRevealed[personId] = true
  setTimeout(() => delete justRevealed[personId], SECOND_PRESS_MS)
  show(personId, entry)
  try {
    await (await vault)?.put(personId, contacts)
  } catch {
    // The disk is full: the contacts last as long as the page, as without a vault.
    return
  }
}

function show(personId: string, entry: Unsealed): void {
  revealed.set(personId, entry)
  revealedContacts.byPerson[personId] = ref(shown(personId, entry))
  const expire = () => {
    // It may have been revealed again since.
    if (revealed.get(personId) === entry) forget(personId)
  }
  expiries.push(setTimeout(expire, entry.expiresAt - Date.now()))
}

function forget(personId: string): void {
  revealed.delete(personId)
  delete revealedContacts.byPerson[personId]
}

const shown = (personId: string, { contacts }: Unsealed) =>
  contacts.filter((contact) => !isHidden(personId, contact))

/** Also leaves the vault: after a reload a reported value is not there before the reports are. */
async function hideReported(): Promise<void> {
  for (const [personId, entry] of revealed) {
    const contacts = shown(personId, entry)
    if (contacts.length === revealedContacts.byPerson[personId]?.length) continue
    revealedContacts.byPerson[personId] = ref(contacts)
    const opened = await vault
    await opened?.put(personId, contacts, entry.expiresAt - REVEAL_TTL_MS).catch(() => undefined)
  }
}
