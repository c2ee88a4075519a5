import { ref } from 'valtio'
import { passesGate } from '#web/lib/account/show-gate.ts'
import { sessionKnown } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { listDialogStore } from './list-dialog-store.ts'
import { ADD_NEEDS, ADD_NEEDS_PERSON } from './list-messages.ts'

/** Asks which list to add these people to, or says why they cannot be added. */
export async function askForList(ids: readonly string[]): Promise<void> {
  // A press before the session is known is not mistaken for a visitor's.
  await sessionKnown()
  if (!passesGate('lists.fill', ADD_NEEDS)) return
  if (ids.length === 0) showToast({ title: ADD_NEEDS_PERSON, tone: 'danger' })
  else listDialogStore.ids = ref([...ids])
}
