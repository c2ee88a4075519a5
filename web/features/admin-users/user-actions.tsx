import { useState } from 'react'
import type { AdminUserView } from '#api/contract/admin-user-page.ts'
import { isBlank } from '#db/schema/invisible.ts'
import { isStorable, NOT_STORABLE } from '#db/schema/storable.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { withConfirmation } from '#web/session/confirm-identity.ts'
import { useMe } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { banWords, resetWords } from './account-messages.ts'
import { banUser, deleteUser, resetSecondFactor, unbanUser } from './accounts-client.ts'
import { useDeed } from './use-deed.ts'

const REASON_MAX = 500

interface UserActionsProps {
  view: AdminUserView
  onChanged(): void
  onDeleted(): void
}

/** An administrator's actions on an account; none on one's own. */
export function UserActions({ view, onChanged, onDeleted }: UserActionsProps) {
  const { user } = view
  const isOwn = useMe()?.user?.id === user.id
  const deeds = useUserDeeds({ view, onChanged, onDeleted })
  if (isOwn) return <p className="text-muted">This is your own account.</p>
  return (
    <div className="flex flex-wrap gap-2">
      {user.is_banned ? (
        <Button isBusy={deeds.isBusy} onClick={deeds.unban}>
          Lift the ban
        </Button>
      ) : (
        <Button disabled={deeds.isBusy} onClick={() => deeds.ask('ban')}>
          Ban
        </Button>
      )}
      {user.has_second_factor && (
        <Button disabled={deeds.isBusy} onClick={() => deeds.ask('reset')}>
          Reset second factor
        </Button>
      )}
      <Button className="text-danger" isBusy={deeds.isBusy} onClick={() => deeds.ask('delete')}>
        Delete user
      </Button>
      <DeedDialog email={user.email} deeds={deeds} />
    </div>
  )
}

/** What an administrator can do to an account, and the deed that a dialog asks about. */
function useUserDeeds({ view: { user, plan }, onChanged, onDeleted }: UserActionsProps) {
  const [asked, setAsked] = useState<'ban' | 'reset' | 'delete' | null>(null)
  const { isBusy, run } = useDeed()

  const ban = (reason: string) =>
    run('ban', async () => {
      const done = await withConfirmation(() => banUser(user.id, reason))
      if (!done) return
      setAsked(null)
      showToast({ ...banWords(done.answer), tone: 'ok', durationMs: 10_000 })
      onChanged()
    })

  const unban = () =>
    run('unban', async () => {
      await unbanUser(user.id)
      showToast({
        title: 'Ban lifted',
        ...(plan?.cancels ? { description: 'Their plan still ends with its period.' } : {}),
        tone: 'ok',
      })
      onChanged()
    })

  const reset = () =>
    run('reset', async () => {
      setAsked(null)
      const done = await withConfirmation(() => resetSecondFactor(user.id))
      if (!done) return
      const tone = done.answer.mail === 'failed' ? 'danger' : 'ok'
      showToast({ ...resetWords(done.answer), tone, durationMs: 10_000 })
      onChanged()
    })

  const remove = () =>
    run('delete', async () => {
      setAsked(null)
      if (!(await withConfirmation(() => deleteUser(user.id)))) return
      showToast({ title: 'User deleted', tone: 'ok' })
      onDeleted()
    })

  return { asked, ask: setAsked, close: () => setAsked(null), isBusy, ban, unban, reset, remove }
}

type UserDeeds = ReturnType<typeof useUserDeeds>

/** Asks for the reason of a ban, or whether a deed that cannot be taken back is meant. */
function DeedDialog({
  email,
  deeds: { asked, isBusy, close, ban, reset, remove },
}: {
  email: string
  deeds: UserDeeds
}) {
  if (asked === 'ban') {
    return <BanDialog email={email} isBusy={isBusy} onClose={close} onBan={ban} />
  }
  if (asked === 'reset') {
    return (
      <ConfirmDialog
        title={`Reset the second factor of ${email}?`}
        keepLabel="Keep it"
        confirmLabel="Reset"
        onKeep={close}
        onConfirm={reset}
      >
        Make sure first that it is really them who ask. Their passkeys and codes stop working, they
        are signed out everywhere and told by mail; their password alone signs in then.
      </ConfirmDialog>
    )
  }
  if (asked === 'delete') {
    return (
      <ConfirmDialog
        title={`Delete ${email}?`}
        keepLabel="Keep it"
        confirmLabel="Delete for good"
        onKeep={close}
        onConfirm={remove}
      >
        Lists, searches, templates and history go with the account, and its plan ends at once. A
        team that it alone owns goes to its next manager or recruiter, or closes. It cannot be
        undone.
      </ConfirmDialog>
    )
  }
  return null
}

function BanDialog({
  email,
  isBusy,
  onClose,
  onBan,
}: {
  email: string
  isBusy: boolean
  onClose(): void
  onBan(reason: string): void
}) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()

  const { handleSubmit } = useSubmit(send)

  async function send() {
    const missing = isBlank(reason) ? 'Please say why.' : undefined
    const fault = missing ?? (isStorable(reason) ? undefined : NOT_STORABLE)
    setError(fault)
    if (!fault) onBan(reason.trim())
    return undefined
  }

  return (
    <FormDialog
      title={`Ban ${email}?`}
      description="They are signed out everywhere at once and cannot sign in. What they pay for ends with the period that is paid. A team that they alone own goes to its next manager or recruiter, or waits for the ban to be lifted."
      confirmLabel="Ban"
      variant="danger"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <TextArea
        label="Reason"
        rows={2}
        maxLength={REASON_MAX}
        value={reason}
        hint="For administrators. Nobody else sees it."
        error={error}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
