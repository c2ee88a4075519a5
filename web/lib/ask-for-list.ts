import { ref } from 'valtio'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { canNow, session, sessionKnown } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { listDialogStore } from './list-dialog-store.ts'
import { ADD_NEEDS_LOGIN, ADD_NEEDS_PERSON, LISTS_NEED_PLAN } from './list-messages.ts'
import { showLoginNeeded, showPlanNeeded } from './show-gate.ts'

/** Asks which list to add these people to, or says why they cannot be added. */
export async function askForList(ids: readonly string[]): Promise<void> {
  // A press before the session is known is not mistaken for a visitor's.
  await sessionKnown()
  const role = session.me?.role ?? 'visitor'
  if (role === 'visitor') showLoginNeeded({ title: ADD_NEEDS_LOGIN })
  else if (role === 'demo' && !canNow('lists.fill')) showDemoLimit()
  else if (!canNow('lists.fill')) showPlanNeeded(LISTS_NEED_PLAN)
  else if (ids.length === 0) showToast({ title: ADD_NEEDS_PERSON, tone: 'danger' })
  else listDialogStore.ids = ref([...ids])
}
