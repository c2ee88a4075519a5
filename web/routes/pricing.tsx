import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PriceName } from '#api/contract/billing.ts'
import { useConfirmationFailure } from '#web/features/auth/use-confirmation-failure.ts'
import { PricingScreen } from '#web/features/billing/pricing-screen.tsx'
import { asPlan, checkoutPath } from '#web/lib/chosen-plan.ts'
import { asConfirmationFailure, type ConfirmationFailure } from '#web/session/auth-messages.ts'

interface PricingSearch {
  plan?: PriceName
  error?: ConfirmationFailure
}

export const Route = createFileRoute('/pricing')({
  validateSearch: (url: Record<string, unknown>): PricingSearch => {
    const plan = asPlan(url.plan)
    const error = asConfirmationFailure(url.error)
    // Back from a mailed link, with the plan that was chosen before it; taken once and dropped.
    return { ...(plan ? { plan } : {}), ...(error ? { error } : {}) }
  },
  component: PricingRoute,
})

function PricingRoute() {
  const { plan, error } = Route.useSearch()
  const navigate = Route.useNavigate()
  const drop = useCallback(() => void navigate({ search: {}, replace: true }), [navigate])
  const logIn = useCallback(
    () =>
      void navigate({
        to: '/login',
        search: { return_to: '/pricing' },
        state: plan ? { from: checkoutPath(plan) } : {},
      }),
    [navigate, plan],
  )
  useConfirmationFailure(error, { drop, logIn })
  // A link that failed has signed nobody in: it is said first, and leads on from there.
  return <PricingScreen chosen={error ? undefined : plan} onChosenTaken={drop} />
}
