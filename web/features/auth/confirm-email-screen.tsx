import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { AuthError } from '#web/session/auth-client.ts'
import { confirmationErrorMessage } from '#web/session/auth-messages.ts'
import { refreshSession, session } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure, FormPage } from '#web/ui/form-page.tsx'
import { type ConfirmationFailure, confirmEmail, linkFailure } from './confirm-email-client.ts'
import { ConfirmationFailedScreen } from './confirmation-failed-screen.tsx'
import { ConfirmedElsewhereScreen } from './confirmed-elsewhere-screen.tsx'

const ASKING =
  'This is another browser than the one that signed up. Press the button if you signed up with this address; to be safe, you then choose your password again. If it was not you, close this page, and nothing is changed.'

/**
 * `/confirm-email`, the target of the mailed link: mail scanners open links, so it confirms by a POST. The
 * browser that signed up makes it at once, for no scanner has its cookie; any other on a press alone.
 */
export function ConfirmEmailScreen({
  token = '',
  next,
  onContinue,
}: {
  token: string | undefined
  /** Where the visitor goes on to. */
  next: string | undefined
  onContinue(): void
}) {
  const [state, setState] = useState<'checking' | 'asking' | 'elsewhere' | ConfirmationFailure>(
    token ? 'checking' : 'INVALID_TOKEN',
  )
  /** Why the last attempt had no effect, though the link may be good. */
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useAction(AuthError, (error) => {
    const failure = linkFailure(error)
    if (failure) setState(failure)
    else setProblem(confirmationErrorMessage(error))
  })

  function attempt(isPressed: boolean) {
    run(async () => {
      setProblem(undefined)
      const outcome = await confirmEmail(token, isPressed)
      if (outcome === 'unpressed') return setState('asking')
      await refreshSession()
      // The session is fetched again until the server answers.
      if (!session.me) throw new AuthError('UNREACHABLE', '')
      if (outcome === 'confirmed') onContinue()
      else setState('elsewhere')
    })
  }

  const hasBegun = useRef(false)
  const begin = useEffectEvent(() => {
    // Strict mode runs effects twice, and the second attempt would find the address confirmed.
    if (!token || hasBegun.current) return
    hasBegun.current = true
    attempt(false)
  })
  useEffect(() => begin(), [])

  if (state === 'elsewhere') return <ConfirmedElsewhereScreen {...{ next, onContinue }} />
  if (state !== 'checking' && state !== 'asking') {
    return (
      <ConfirmationFailedScreen
        {...{ next }}
        failure={state}
        onLoggedOut={() => {
          setState('checking')
          attempt(false)
        }}
      />
    )
  }
  const isAsking = state === 'asking'
  return (
    <FormPage
      title="Confirm your email address"
      intro={
        <p role="status">
          {isAsking && ASKING}
          {!isAsking && (problem ? 'It is not confirmed yet.' : 'One moment…')}
        </p>
      }
    >
      <FormFailure>{problem}</FormFailure>
      {(isAsking || problem) && (
        <Button
          variant="primary"
          isBusy={isBusy}
          className={problem && 'mt-5'}
          onClick={() => attempt(isAsking)}
        >
          {isAsking ? 'Confirm this address' : 'Try again'}
        </Button>
      )}
    </FormPage>
  )
}
