import { createFileRoute, useLocation } from '@tanstack/react-router'
import { CheckEmailScreen } from '#web/features/auth/check-email-screen.tsx'
import { returnPath } from '#web/features/auth/return-path.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address of the new account. */
    email?: string
  }
}

export const Route = createFileRoute('/check-email-confirmation')({ component: CheckEmailRoute })

function CheckEmailRoute() {
  const { email, from } = useLocation().state
  return <CheckEmailScreen email={email} next={returnPath({ returnTo: undefined, from })} />
}
