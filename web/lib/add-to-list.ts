import { proxy, ref } from 'valtio'
import { showToast } from '../ui/toast-store.ts'
import { showDemoLimit } from './demo-limit.ts'
import { ADD_NEEDS_LOGIN, ADD_NEEDS_PERSON, LISTS_NEED_PLAN } from './list-messages.ts'
import { canNow, session } from './session.ts'

/** The people to be put on a list; the dialog that asks for the list lies over any screen. */
export const listAddition = proxy<{ ids: readonly string[] | null }>({ ids: null })

/** Asks for the list these people go on, or says why they can go on none. */
export function askForList(ids: readonly string[]): void {
  const role = session.me?.role ?? 'visitor'
  if (role === 'visitor') showToast({ title: ADD_NEEDS_LOGIN, tone: 'danger' })
  else if (role === 'demo' && !canNow('lists.fill')) showDemoLimit()
  else if (!canNow('lists.fill')) showToast({ ...LISTS_NEED_PLAN, tone: 'danger' })
  else if (ids.length === 0) showToast({ title: ADD_NEEDS_PERSON, tone: 'danger' })
  else listAddition.ids = ref([...ids])
}
