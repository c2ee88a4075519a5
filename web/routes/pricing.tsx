import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PriceName } from '#api/contract/billing.ts'
import { useConfirmationFailure } from '#web/features/auth/use-confirmation-failure.ts'
import { PricingScreen } from '#web/features/billing/pricing-screen.tsx'
import { asPlan, checkoutPath } from '#web/lib/chosen-plan.ts'
import {
  asConfirmationFailure,
  type ConfirmationFailure,
} from '#web/session/confirmation-failure.ts'

interface PricingSearch {
  plan?: PriceName
  error?: ConfirmationFailure
}

export const Route = createFileRoute('/pricing')({
  validateSearch: (url: Record<string, unknown>): PricingSearch => {
    const plan = asPlan(url.plan)
    const error = asConfirmationFailure(url.error)
    // From a mailed link, with the plan chosen before it; used once and dropped.
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
  // A failed link signed nobody in: its error is shown first.
  return <PricingScreen chosen={error ? undefined : plan} onChosenTaken={drop} />
}
