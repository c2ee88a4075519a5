import { createFileRoute, useLocation } from '@tanstack/react-router'
import { SuccessScreen } from '#web/features/intake/success-screen.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A resume was submitted on the page before. */
    isSubmitted?: true
  }
}

export const Route = createFileRoute('/success')({ component: SuccessRoute })

function SuccessRoute() {
  const { isSubmitted = false } = useLocation().state
  return <SuccessScreen isSubmitted={isSubmitted} />
}
