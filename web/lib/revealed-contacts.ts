import { proxy, ref } from 'valtio'
import type { RevealedContact } from '../../db/schema/contact-reveal.ts'
import { showToast } from '../ui/toast-store.ts'
import { ApiError, revealContacts } from './api-client.ts'
import { revealErrorMessage } from './error-messages.ts'

/** Contacts revealed since the page was opened, by person; kept in memory only. */
export const revealedContacts = proxy<{
  byPerson: Record<string, readonly RevealedContact[]>
  /** People whose contacts are on their way. */
  isRevealing: Record<string, true>
}>({ byPerson: {}, isRevealing: {} })

/** Asks for a person's contacts once: while they are on their way or here, it does nothing. */
export async function reveal(personId: string): Promise<void> {
  const { byPerson, isRevealing } = revealedContacts
  if (byPerson[personId] || isRevealing[personId]) return
  isRevealing[personId] = true
  try {
    byPerson[personId] = ref(await revealContacts(personId))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast({ ...revealErrorMessage(error), tone: 'danger' })
  } finally {
    delete isRevealing[personId]
  }
}
