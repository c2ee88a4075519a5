import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { joinPath } from '#web/lib/account/join-path.ts'
import { ROLE_WORDS } from '#web/lib/account/team-roles.ts'
import { ApiError } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { refreshSession, useMe, useSessionKnown } from '#web/session/session.ts'
import { endSession } from '#web/session/sign-out.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormFailure, FormPage } from '#web/ui/form-page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { acceptInvite, readInvite } from './join-client.ts'
import {
  INVITE_INVALID,
  INVITE_TOKEN_MISSING,
  inviteReadError,
  joinErrorMessage,
} from './team-messages.ts'

/** The token of a mailed link. */
const TOKEN = /^[\w-]{43}$/

/** `/join`, the target of the mailed invitation. It joins on a click alone: mail scanners open links. */
export function JoinScreen({ token, onJoined }: { token: string | undefined; onJoined(): void }) {
  if (!token || !TOKEN.test(token)) return <Refused message={INVITE_TOKEN_MISSING} />
  return <Invitation key={token} token={token} onJoined={onJoined} />
}

function Invitation({ token, onJoined }: { token: string; onJoined(): void }) {
  const read = useCallback(() => readInvite(token), [token])
  const { value: invite, failure, reload } = useRemote(read)
  const isSessionKnown = useSessionKnown()
  const email = useMe()?.user?.email
  if (failure?.code === 'not_found') return <Refused message={INVITE_INVALID} />
  if (failure) {
    return (
      <Refused message={inviteReadError(failure)}>
        <Button variant="primary" onClick={reload}>
          Try again
        </Button>
      </Refused>
    )
  }
  if (!invite || !isSessionKnown) return <InvitationSkeleton />
  return (
    <FormPage
      title={`Join ${invite.team}`}
      intro={
        <p className="wrap-anywhere">
          <bdi>{invite.invited_by}</bdi> invites you to the team <bdi>{invite.team}</bdi> as a{' '}
          {ROLE_WORDS[invite.role].name.toLowerCase()}. {ROLE_WORDS[invite.role].may}
        </p>
      }
    >
      {email ? (
        <JoinSignedIn {...{ token, email, onJoined }} team={invite.team} onInvalid={reload} />
      ) : (
        <JoinSignedOut token={token} />
      )}
    </FormPage>
  )
}

function JoinSignedOut({ token }: { token: string }) {
  const from = joinPath(token)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Link to="/signup" state={{ from }} className={buttonClass({ variant: 'primary' })}>
          Sign up
        </Link>
        <Link to="/login" state={{ from }} className={buttonClass()}>
          Log in
        </Link>
      </div>
      <p className="mt-4 text-pretty text-muted">
        With the address that the mail came to. You come back here to join.
      </p>
    </>
  )
}

function JoinSignedIn({
  token,
  team,
  email,
  onJoined,
  onInvalid,
}: {
  token: string
  team: string
  email: string
  onJoined(): void
  /** Called when the invitation stopped working meanwhile. */
  onInvalid(): void
}) {
  const [failure, setFailure] = useState<ApiError>()
  const { isBusy, run } = useAction(ApiError, async (error) => {
    if (error.code === 'not_found') onInvalid()
    else if (error.code === 'authentication_required') await refreshSession()
    setFailure(error)
  })

  async function join() {
    setFailure(undefined)
    await acceptInvite(token)
    // The team may pay for this account from now on.
    await refreshSession()
    showToast({ title: `You are in ${team}`, tone: 'ok' })
    onJoined()
  }

  const isOtherAccount = failure?.code === 'other_address' || failure?.code === 'demo_restricted'
  return (
    <>
      <p className="wrap-anywhere text-muted">
        You are signed in as <b className="font-semibold text-ink">{email}</b>.
      </p>
      <div className="mt-4">
        <FormFailure>{failure && joinErrorMessage(failure, email)}</FormFailure>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        {failure?.code === 'already_member' && (
          <Link to="/lists" className={buttonClass({ variant: 'primary' })}>
            Go to My Lists
          </Link>
        )}
        {isOtherAccount ? (
          // The page stays, for the next account that signs in.
          <Button variant="primary" onClick={() => void endSession(async () => undefined)}>
            Sign out
          </Button>
        ) : (
          failure?.code !== 'already_member' && (
            <Button variant="primary" isBusy={isBusy} onClick={() => run(join)}>
              Join
            </Button>
          )
        )}
      </div>
    </>
  )
}

function Refused({
  message: { title, description },
  children,
}: {
  message: ErrorMessage
  children?: ReactNode
}) {
  return (
    <FormPage title={title} intro={<p role="alert">{description}</p>}>
      <div className="flex flex-wrap gap-2">
        {children}
        <Link to="/" className={buttonClass()}>
          Return to Homepage
        </Link>
      </div>
    </FormPage>
  )
}

function InvitationSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading invitation"
      className="page flex flex-1 flex-col items-center py-10 md:py-20"
    >
      <div className="w-full max-w-100">
        <Skeleton className="h-9 w-64 max-w-full" />
        <Skeleton className="mt-3 h-12" />
        <Skeleton className="mt-8 h-10 w-40" />
      </div>
    </div>
  )
}
