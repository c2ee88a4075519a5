import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { AuthError, requestPasswordReset } from '#web/session/auth-client.ts'
import { resetErrorMessage } from '#web/session/auth-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure, FormPage } from '#web/ui/form-page.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { checkEmail } from './sign-up-rules.ts'

/** `/forgot-password`: the same text whether or not there is such an account. */
export function ForgotPasswordScreen({
  next,
}: {
  /** Where the visitor goes on to. */
  next: string | undefined
}) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [isSent, setIsSent] = useState(false)
  const { failure, isBusy, handleSubmit } = useSubmit(send, AuthError, resetErrorMessage)

  async function send() {
    const found = checkEmail(email).email
    setError(found)
    if (found) return undefined
    await requestPasswordReset(email.trim(), next)
    setIsSent(true)
    return undefined
  }

  const back = (
    <>
      Remembered it?{' '}
      <Link to="/login" state={{ from: next }}>
        Log in
      </Link>
    </>
  )
  if (isSent) {
    return (
      <FormPage
        title="Check your email"
        intro={
          <p role="status">
            If <b className="font-semibold text-ink">{email.trim()}</b> has an account, a link to
            set a new password is on its way.
          </p>
        }
        elsewhere={back}
      >
        <Button onClick={() => setIsSent(false)}>Use another address</Button>
      </FormPage>
    )
  }
  return (
    <FormPage
      title="Forgot your password?"
      intro="We send you a link to set a new one."
      elsewhere={back}
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          required
          value={email}
          error={error}
          onChange={(event) => setEmail(event.target.value)}
        />
        <FormFailure>{failure}</FormFailure>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Send the link
        </Button>
      </form>
    </FormPage>
  )
}
