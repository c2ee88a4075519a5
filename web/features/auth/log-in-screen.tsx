import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { AuthError, signIn } from '#web/session/auth-client.ts'
import {
  EMAIL_REQUIRED,
  NO_USER,
  PASSWORD_REQUIRED,
  SESSION_ENDED,
  signInErrorMessage,
} from '#web/session/auth-messages.ts'
import { refreshSession, session, useHasEnded, useMe } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure, FormPage } from '#web/ui/form-page.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CodeStep } from './code-step.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SignedInAs } from './signed-in-as.tsx'

/** `/login`. `onSignedIn` navigates on once the session is known. */
export function LogInScreen({
  next,
  onSignedIn,
}: {
  /** Where the visitor goes on to; every link from here carries it along. */
  next: string | undefined
  onSignedIn(): void
}) {
  const logIn = useLogIn(onSignedIn)
  const hasEnded = useHasEnded()
  if (logIn.isCodeAsked) {
    return <CodeStep onSignedIn={logIn.finish} onStartOver={logIn.startOver} />
  }
  return (
    <FormPage
      title="Log in"
      intro={hasEnded ? SESSION_ENDED : 'Good to see you again.'}
      elsewhere={
        <SignedInAs>
          New here?{' '}
          <Link to="/signup" state={{ from: next }}>
            Get Started
          </Link>
        </SignedInAs>
      }
    >
      <form noValidate onSubmit={logIn.handleSubmit} className="flex flex-col gap-5">
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          required
          value={logIn.email}
          error={logIn.errors.email}
          onChange={(event) => logIn.setEmail(event.target.value)}
        />
        <div className="flex flex-col gap-2">
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            value={logIn.password}
            error={logIn.errors.password}
            onChange={(event) => logIn.setPassword(event.target.value)}
          />
          <Link
            to="/forgot-password"
            state={{ from: next }}
            className="hit-area self-start font-medium text-accent text-sm hover:underline"
          >
            Forgot your password?
          </Link>
        </div>
        <FormFailure>{logIn.failure}</FormFailure>
        {logIn.unconfirmed && (
          <Link
            to="/check-email-confirmation"
            state={{ email: logIn.unconfirmed, from: next }}
            className="hit-area self-start font-medium text-accent text-sm hover:underline"
          >
            Have a new link sent
          </Link>
        )}
        <Button type="submit" variant="primary" isBusy={logIn.isBusy}>
          Log in
        </Button>
        <PasskeySignIn onSignedIn={logIn.finish} />
      </form>
    </FormPage>
  )
}

/** Signs in by address and password, with a code where the account requires one. */
function useLogIn(onSignedIn: () => void) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({})
  /** The address of an unconfirmed account. */
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  /** The password was right, and the account requires a code. */
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const [isSignedIn, setIsSignedIn] = useState(false)
  const { failure, isBusy, handleSubmit } = useSubmit(send, AuthError, signInErrorMessage)

  async function send() {
    const missing = {
      ...(email.trim() === '' ? { email: EMAIL_REQUIRED } : {}),
      ...(password === '' ? { password: PASSWORD_REQUIRED } : {}),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    setUnconfirmed(null)
    const outcome = await signIn({ email: email.trim(), password }).catch((error: unknown) => {
      const isUnconfirmed = error instanceof AuthError && error.reason === 'EMAIL_NOT_VERIFIED'
      if (isUnconfirmed) setUnconfirmed(email.trim())
      throw error
    })
    if (outcome === 'no_user') return NO_USER
    if (outcome === 'code_asked') setIsCodeAsked(true)
    else await finish()
  }

  async function finish() {
    setIsSignedIn(true)
    await refreshSession()
    // The session is fetched again until the server answers.
    if (!session.me) throw new AuthError('UNREACHABLE', '')
  }

  const goOn = useEffectEvent(onSignedIn)
  const isKnown = useMe() !== null
  useEffect(() => {
    if (isSignedIn && isKnown) goOn()
  }, [isSignedIn, isKnown])

  return {
    ...{ email, setEmail, password, setPassword, errors, unconfirmed, isCodeAsked },
    ...{ failure, isBusy, handleSubmit, finish },
    startOver: () => setIsCodeAsked(false),
  }
}
