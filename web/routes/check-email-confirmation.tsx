import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router'
import { CheckEmailScreen } from '#web/features/auth/check-email-screen.tsx'
import { ConfirmedElsewhereScreen } from '#web/features/auth/confirmed-elsewhere-screen.tsx'
import { afterSignIn, returnPath } from '#web/features/auth/return-path.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address of the new account. */
    email?: string
  }
}

export const Route = createFileRoute('/check-email-confirmation')({
  validateSearch: ({
    confirmed,
    return_to,
  }: Record<string, unknown>): { confirmed?: 'elsewhere'; return_to?: string } => ({
    // The mailed link was opened in another browser than the one of the sign-up.
    ...(confirmed === 'elsewhere' ? { confirmed } : {}),
    ...(typeof return_to === 'string' ? { return_to } : {}),
  }),
  component: CheckEmailRoute,
})

function CheckEmailRoute() {
  const router = useRouter()
  const { confirmed, return_to: returnTo } = Route.useSearch()
  const { email, from } = useLocation().state
  const destinations = { returnTo, from }
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
