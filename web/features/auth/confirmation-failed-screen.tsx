import { Link } from '@tanstack/react-router'
import { useAction } from '#web/lib/use-action.ts'
import { AuthError } from '#web/session/auth-client.ts'
import { CONFIRMATION_FAILURES } from '#web/session/auth-messages.ts'
import type { ConfirmationFailure } from '#web/session/confirmation-failure.ts'
import { useMe, useSessionKnown } from '#web/session/session.ts'
import { endSession } from '#web/session/sign-out.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { SignedInAs } from './signed-in-as.tsx'

/** `/check-email-confirmation?error=…`: the mailed link had no effect, and how to go on. */
export function ConfirmationFailedScreen({
  failure,
  next,
}: {
  failure: ConfirmationFailure
  /** Where the visitor goes on to; every link from here carries it along. */
  next: string | undefined
}) {
  const isSignedIn = Boolean(useMe()?.user)
  const isKnown = useSessionKnown()
  const isOfAnother = failure === 'OTHER_ACCOUNT'
  const { title, description } = CONFIRMATION_FAILURES[failure]
  const intro =
    isOfAnother && isKnown && !isSignedIn ? (
      <p role="status">You are logged out. Open the link in the mail again.</p>
    ) : (
      <p role="alert">{description}</p>
    )
  return (
    <FormPage title={title} intro={intro} elsewhere={isSignedIn && <SignedInAs>{null}</SignedInAs>}>
      {isOfAnother && isSignedIn && <LogOut />}
      {!(isOfAnother || isSignedIn) && <Entrance {...{ failure, next }} />}
    </FormPage>
  )
}

function Entrance({ failure, next }: { failure: ConfirmationFailure; next: string | undefined }) {
  const isGone = failure === 'USER_NOT_FOUND'
  return (
    <Link
      to={isGone ? '/signup' : '/login'}
      state={{ from: next }}
      className={buttonClass({ variant: 'primary' })}
    >
      {isGone ? 'Sign up' : 'Log in'}
    </Link>
  )
}

function LogOut() {
  const { isBusy, run } = useAction(AuthError, () => undefined)
  return (
    // This screen is public: there is none to leave for.
    <Button variant="primary" isBusy={isBusy} onClick={() => run(() => endSession(async () => {}))}>
      Log out
    </Button>
  )
}
