import { type FormEvent, useState } from 'react'
import { confirmByPassword } from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { useSingleRun } from '#web/lib/hooks/use-single-run.ts'
import { PASSWORD_REQUIRED } from '#web/session/auth-messages.ts'
import { identityQuestion } from '#web/session/confirm-identity.ts'
import { canUsePasskeys, signInByPasskey } from '#web/session/second-factor-client.ts'
import { secondFactorError } from '#web/session/second-factor-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

const FORM_ID = 'confirm-identity'

/**
 * Asks for the password or passkey before a call that cannot be undone, where the server requires it.
 */
export function ConfirmIdentity() {
  const isAsked = useProxyValue(identityQuestion, ({ settle }) => settle !== null)
  return isAsked ? <Question /> : null
}

function Question() {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string>()
  const { isBusy, run } = useSingleRun()

  async function confirm(show: () => Promise<void>) {
    setFailure(undefined)
    try {
      await show()
      identityQuestion.settle?.(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(secondFactorError(error))
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (password === '') setFailure(PASSWORD_REQUIRED)
    else run(() => confirm(() => confirmByPassword(password)))
  }

  return (
    <Dialog
      isOpen
      onOpenChange={() => identityQuestion.settle?.(false)}
      size="sm"
      title="Please confirm that it is you"
      description="You signed in a while ago, and this cannot be undone."
      footer={
        <>
          {canUsePasskeys() && (
            <Button disabled={isBusy} onClick={() => run(() => confirm(signInByPasskey))}>
              Use a passkey
            </Button>
          )}
          <Button type="submit" form={FORM_ID} variant="primary" isBusy={isBusy}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={handleSubmit}>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          error={failure}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
