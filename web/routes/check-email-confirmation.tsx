import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router'
import { CheckEmailScreen } from '#web/features/auth/check-email-screen.tsx'
import { ConfirmationFailedScreen } from '#web/features/auth/confirmation-failed-screen.tsx'
import { ConfirmedElsewhereScreen } from '#web/features/auth/confirmed-elsewhere-screen.tsx'
import { afterSignIn, returnPath } from '#web/features/auth/return-path.ts'
import { asConfirmationFailure } from '#web/session/confirmation-failure.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address of the new account. */
    email?: string
  }
}

interface ConfirmationSearch {
  confirmed?: 'elsewhere'
  error?: string
  return_to?: string
}

export const Route = createFileRoute('/check-email-confirmation')({
  validateSearch: ({
    confirmed,
    error,
    return_to,
  }: Record<string, unknown>): ConfirmationSearch => ({
    // The mailed link was opened in another browser than the one of the sign-up.
    ...(confirmed === 'elsewhere' ? { confirmed } : {}),
    // Why it had no effect.
    ...(typeof error === 'string' ? { error } : {}),
    ...(typeof return_to === 'string' ? { return_to } : {}),
  }),
  component: CheckEmailRoute,
})

function CheckEmailRoute() {
  const router = useRouter()
  const { confirmed, error, return_to: returnTo } = Route.useSearch()
  const { email, from } = useLocation().state
  const destinations = { returnTo, from }
  const failure = asConfirmationFailure(error)
  if (failure) {
    return <ConfirmationFailedScreen failure={failure} next={returnPath(destinations)} />
  }
  if (confirmed) {
    return (
      <ConfirmedElsewhereScreen
        next={returnPath(destinations)}
        onContinue={() => router.history.push(afterSignIn(destinations))}
      />
    )
  }
  return <CheckEmailScreen email={email} next={returnPath(destinations)} />
}
