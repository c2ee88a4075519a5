import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isStorable } from '#db/schema/storable.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { PASSWORD_MIN } from '#web/session/account-limits.ts'
import { AuthError, resetPassword } from '#web/session/auth-client.ts'
import {
  isPasswordWeak,
  PASSWORD_WEAK,
  RESET_LINK_SPENT,
  resetErrorMessage,
} from '#web/session/auth-messages.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormFailure, FormPage } from '#web/ui/form-page.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { checkNewPassword, type SignUpErrors } from './sign-up-rules.ts'

/** `/reset-password`, the target of the mailed link. Without a token the link was used or truncated. */
export function ResetPasswordScreen({
  token,
  onReset,
}: {
  token: string | undefined
  onReset(): void
}) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [errors, setErrors] = useState<SignUpErrors>({})
  const [isSpent, setIsSpent] = useState(!token || !isStorable(token))
  const { failure, isBusy, handleSubmit } = useSubmit(send, AuthError, describe)

  async function send() {
    if (!token) return undefined
    const found = checkNewPassword({ password, confirmation })
    setErrors(found)
    if (Object.keys(found).length > 0) return
    await resetPassword(token, password)
    showToast({ title: 'Password changed', description: 'Log in with the new one.', tone: 'ok' })
    onReset()
  }

  function describe(error: AuthError) {
    if (error.reason === 'INVALID_TOKEN') {
      setIsSpent(true)
      return undefined
    }
    if (!isPasswordWeak(error)) return resetErrorMessage(error)
    setErrors({ password: PASSWORD_WEAK })
    return undefined
  }

  if (isSpent) {
    return (
      <FormPage title="Set a new password" intro={<p role="alert">{RESET_LINK_SPENT}</p>}>
        <Link to="/forgot-password" className={buttonClass({ variant: 'primary' })}>
          Ask for a new link
        </Link>
      </FormPage>
    )
  }
  return (
    <FormPage title="Set a new password" intro="It ends every session that is open elsewhere.">
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint={`At least ${PASSWORD_MIN} characters.`}
          value={password}
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          label="Confirm password"
          name="confirmation"
          autoComplete="new-password"
          required
          value={confirmation}
          error={errors.confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
        <FormFailure>{failure}</FormFailure>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Set the password
        </Button>
      </form>
    </FormPage>
  )
}
