import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { isCheckout } from '#web/lib/account/chosen-plan.ts'
import { isJoin } from '#web/lib/account/join-path.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { PASSWORD_MIN, SOURCE_MAX } from '#web/session/account-limits.ts'
import { AuthError, signUp } from '#web/session/auth-client.ts'
import {
  EMAIL_TAKEN,
  emailTakenToast,
  isEmailTaken,
  isPasswordWeak,
  PASSWORD_WEAK,
  signUpErrorMessage,
} from '#web/session/auth-messages.ts'
import { refreshSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormFailure, FormPage } from '#web/ui/form-page.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { checkSignUp, type SignUpDraft, type SignUpErrors } from './sign-up-rules.ts'
import { SignedInAs } from './signed-in-as.tsx'

const BLANK: SignUpDraft = {
  email: '',
  password: '',
  confirmation: '',
  source: '',
  hasAcceptedTerms: false,
}

/** `/signup`. `onSignedUp` navigates on to the confirmation of the address. */
export function SignUpScreen({
  next,
  onSignedUp,
}: {
  /** Where the visitor goes on to: the mailed link leads there. */
  next: string | undefined
  onSignedUp(email: string): void
}) {
  const { draft, setDraft, errors, field, failure, isBusy, handleSubmit } = useSignUp(
    next,
    onSignedUp,
  )
  return (
    <FormPage
      title="Get Started"
      intro={`An account takes a minute. ${whatFollows(next)}`}
      elsewhere={
        <SignedInAs>
          Already have an account?{' '}
          <Link to="/login" state={{ from: next }}>
            Log in
          </Link>
        </SignedInAs>
      }
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          autoFocus
          required
        />
        <PasswordField
          {...field('password')}
          label="Password"
          autoComplete="new-password"
          required
          hint={`At least ${PASSWORD_MIN} characters.`}
        />
        <PasswordField
          {...field('confirmation')}
          label="Confirm password"
          autoComplete="new-password"
          required
        />
        <TextField
          {...field('source')}
          label="Where did you hear about us?"
          hint="Optional."
          maxLength={SOURCE_MAX}
        />
        <Terms
          isAccepted={draft.hasAcceptedTerms}
          error={errors.hasAcceptedTerms}
          onAccept={(hasAcceptedTerms) => setDraft({ ...draft, hasAcceptedTerms })}
        />
        <FormFailure>{failure}</FormFailure>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Create account
        </Button>
      </form>
    </FormPage>
  )
}

/** What a visitor has filled in, and its way to the server. */
function useSignUp(next: string | undefined, onSignedUp: (email: string) => void) {
  const [draft, setDraft] = useState(BLANK)
  const [errors, setErrors] = useState<SignUpErrors>({})
  const { failure, isBusy, handleSubmit } = useSubmit(send, AuthError, describe)

  const field = (name: 'email' | 'password' | 'confirmation' | 'source') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
  })

  async function send() {
    const found = checkSignUp(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const email = draft.email.trim()
    const source = draft.source.trim()
    try {
      const account = { email, password: draft.password, ...(source ? { source } : {}) }
      const { isSignedIn } = await signUp(account, next)
      if (isSignedIn) await refreshSession()
      else showToast({ title: 'Check your email', tone: 'ok' })
    } catch (error) {
      if (!(error instanceof AuthError && isEmailTaken(error))) throw error
      showToast({ ...emailTakenToast(email), tone: 'danger' })
      return EMAIL_TAKEN
    }
    onSignedUp(email)
  }

  function describe(error: AuthError) {
    if (!isPasswordWeak(error)) return signUpErrorMessage(error)
    setErrors({ password: PASSWORD_WEAK })
    return undefined
  }

  return { draft, setDraft, errors, field, failure, isBusy, handleSubmit }
}

function Terms({
  isAccepted,
  error,
  onAccept,
}: {
  isAccepted: boolean
  error: string | undefined
  onAccept(isAccepted: boolean): void
}) {
  const errorId = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-1">
        <Checkbox
          label="I accept the terms and conditions."
          checked={isAccepted}
          errorId={error && errorId}
          onCheckedChange={onAccept}
        />
        <Link to="/terms" target="_blank" className="text-accent underline underline-offset-4">
          Read them
        </Link>
      </div>
      {error && (
        <p id={errorId} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

function whatFollows(next: string | undefined): string {
  if (isCheckout(next)) return 'The checkout of the plan you chose follows.'
  return isJoin(next) ? 'Joining the team follows.' : 'You choose a plan afterwards.'
}
