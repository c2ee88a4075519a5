import { subscribe } from 'valtio'
import { emailDialogStore } from '#web/lib/email-dialog-store.ts'
import { exportDialogStore } from '#web/lib/export-dialog-store.ts'
import { listDialogStore } from '#web/lib/list-dialog-store.ts'
import { closeSheet } from '#web/outreach/outreach-sheet-store.ts'
import { identityQuestion } from '#web/session/confirm-identity.ts'
import { demoLimit } from '#web/session/demo-limit.ts'
import { actorOf, session } from '#web/session/session.ts'
import { signOutQuestion } from '#web/session/sign-out-question.ts'

/**
 * Closes what is open over the screen when its account is gone: the next one must not write what another
 * began, or answer for it.
 * @returns the function that ends it.
 */
export function closeSheetsWithAccount(): () => void {
  let { id } = actorOf(session.me)
  return subscribe(session, () => {
    const before = id
    id = actorOf(session.me).id
    if (before !== null && before !== id) closeSheets()
  })
}

function closeSheets(): void {
  closeSheet()
  emailDialogStore.person = null
  exportDialogStore.current = null
  listDialogStore.ids = null
  demoLimit.isOpen = false
  identityQuestion.settle?.(false)
  signOutQuestion.answer?.(false)
}
