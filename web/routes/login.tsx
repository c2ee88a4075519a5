import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router'
import { LogInScreen } from '#web/features/auth/log-in-screen.tsx'
import { afterSignIn, returnPath } from '#web/features/auth/return-path.ts'
import { textParams } from '#web/lib/text-params.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The screen that led to the sign-in, or that required it. */
    from?: string
  }
}

export const Route = createFileRoute('/login')({
  validateSearch: textParams('return_to'),
  component: LogInRoute,
})

function LogInRoute() {
  const router = useRouter()
  const { return_to: returnTo } = Route.useSearch()
  const { from } = useLocation().state
  const destinations = { returnTo, from }
  return (
    <LogInScreen
      next={returnPath(destinations)}
      onSignedIn={() => router.history.replace(afterSignIn(destinations))}
    />
  )
}
