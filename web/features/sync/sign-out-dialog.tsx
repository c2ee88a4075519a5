import { useSnapshot } from 'valtio'
import { formatCount } from '../../lib/format.ts'
import { signOutQuestion } from '../../lib/sign-out.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Warns of work that would go with the sign-out. */
export function SignOutDialog() {
  const { unsent, answer } = useSnapshot(signOutQuestion)
  const changes = `${formatCount(unsent)} ${unsent === 1 ? 'change' : 'changes'}`
  return (
    <ConfirmDialog
      title="Sign out and lose your latest work?"
      keepLabel="Keep working"
      confirmLabel={`Sign out and lose ${changes}`}
      onKeep={() => answer?.(false)}
      onConfirm={() => answer?.(true)}
    >
      {`${changes} made on this device ${unsent === 1 ? 'has' : 'have'} not reached the server yet. Signing out takes everything off this device.`}
    </ConfirmDialog>
  )
}
