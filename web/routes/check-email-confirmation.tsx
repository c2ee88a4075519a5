import { createFileRoute, useLocation } from '@tanstack/react-router'
import { CheckEmailScreen } from '../features/auth/check-email-screen.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address somebody just signed up with. */
    email?: string
  }
}

export const Route = createFileRoute('/check-email-confirmation')({
  component: CheckEmailRoute,
})

function CheckEmailRoute() {
  return <CheckEmailScreen email={useLocation().state.email} />
}
