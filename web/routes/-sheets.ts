import { emailDialogStore } from '#web/lib/email-dialog-store.ts'
import { exportDialogStore } from '#web/lib/exports/export-dialog-store.ts'
import { listDialogStore } from '#web/lib/lists/list-dialog-store.ts'
import { closeSheet } from '#web/outreach/outreach-sheet-store.ts'
import { identityQuestion } from '#web/session/confirm-identity.ts'
import { demoLimit } from '#web/session/demo-limit.ts'
import { signOutQuestion } from '#web/session/sign-out-question.ts'

/** Closes what is open over the screen, and answers what it asks with no. */
export function closeSheets(): void {
  closeSheet()
  emailDialogStore.person = null
  exportDialogStore.current = null
  listDialogStore.ids = null
  demoLimit.isOpen = false
  identityQuestion.settle?.(false)
  signOutQuestion.answer?.(false)
}
