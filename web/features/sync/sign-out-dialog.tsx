import { useSnapshot } from 'valtio'
import { formatCount } from '#web/lib/format.ts'
import { signOutQuestion } from '#web/session/sign-out-question.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Warns that signing out would lose unsent mutations. */
export function SignOutDialog() {
  const { unsent, answer } = useSnapshot(signOutQuestion)
  const isOne = unsent === 1
  const changes = `${formatCount(unsent ?? 0)} ${isOne ? 'change' : 'changes'}`
  return (
    <ConfirmDialog
      title="Sign out and lose your latest work?"
      keepLabel="Keep working"
      confirmLabel={unsent === null ? 'Sign out all the same' : `Sign out and lose ${changes}`}
      onKeep={() => answer?.(false)}
      onConfirm={() => answer?.(true)}
    >
      {unsent === null
        ? 'What waits to reach the server cannot be read now. '
        : `${changes} made on this device ${isOne ? 'has' : 'have'} not reached the server yet. `}
      Signing out takes everything off this device.
    </ConfirmDialog>
  )
}
