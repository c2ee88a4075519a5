import { proxy, ref } from 'valtio'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { canNow, session, sessionKnown } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { ADD_NEEDS_LOGIN, ADD_NEEDS_PERSON, LISTS_NEED_PLAN } from './list-messages.ts'
import { showLoginNeeded, showPlanNeeded } from './show-gate.ts'

/** The people to be put on a list; the dialog that asks for the list lies over any screen. */
export const listAddition = proxy<{ ids: readonly string[] | null }>({ ids: null })

/** Asks for the list these people go on, or says why they can go on none. */
export async function askForList(ids: readonly string[]): Promise<void> {
  // Nobody is taken for a visitor who pressed before it is known who they are.
  await sessionKnown()
  const role = session.me?.role ?? 'visitor'
  if (role === 'visitor') showLoginNeeded({ title: ADD_NEEDS_LOGIN })
  else if (role === 'demo' && !canNow('lists.fill')) showDemoLimit()
  else if (!canNow('lists.fill')) showPlanNeeded(LISTS_NEED_PLAN)
  else if (ids.length === 0) showToast({ title: ADD_NEEDS_PERSON, tone: 'danger' })
  else listAddition.ids = ref([...ids])
}
