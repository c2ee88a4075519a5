import { Link } from '@tanstack/react-router'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { AuthError } from '#web/session/auth-client.ts'
import { session, useMe } from '#web/session/session.ts'
import { endSession } from '#web/session/sign-out.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import type { ConfirmationFailure } from './confirm-email-client.ts'
import { CONFIRMATION_FAILURES } from './confirmation-messages.ts'
import { SignedInAs } from './signed-in-as.tsx'

/** The mailed confirmation link had no effect, and how to go on. */
export function ConfirmationFailedScreen({
  failure,
  next,
  onLoggedOut,
}: {
  failure: ConfirmationFailure
  /** Where the visitor goes on to; every link from here carries it along. */
  next: string | undefined
  /** Called once another account than the link's is logged out. */
  onLoggedOut(): void
}) {
  const isSignedIn = Boolean(useMe()?.user)
  const { title, description } = CONFIRMATION_FAILURES[failure]
  return (
    <FormPage
      title={title}
      intro={<p role="alert">{description}</p>}
      elsewhere={isSignedIn && <SignedInAs>{null}</SignedInAs>}
    >
      {failure === 'OTHER_ACCOUNT' ? (
        <LogOut onLoggedOut={onLoggedOut} />
      ) : (
        !isSignedIn && <Entrance {...{ failure, next }} />
      )}
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

function LogOut({ onLoggedOut }: { onLoggedOut(): void }) {
  const { isBusy, run } = useAction(AuthError, () => undefined)

  async function logOut() {
    // This screen is public: the sign-out need not leave it.
    await endSession(async () => undefined)
    // A user with unsent edits may have cancelled the sign-out.
    if (!session.me?.user) onLoggedOut()
  }

  return (
    <Button variant="primary" isBusy={isBusy} onClick={() => run(logOut)}>
      Log out and confirm
    </Button>
  )
}
