import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PriceName } from '#api/contract/billing.ts'
import { PricingScreen } from '#web/features/billing/pricing-screen.tsx'
import { asPlan } from '#web/lib/account/chosen-plan.ts'

export const Route = createFileRoute('/pricing')({
  // From a mailed link, with the plan chosen before it; used once and dropped. Named also where it is none:
  // the router keeps what is not named.
  validateSearch: ({ plan }: Record<string, unknown>): { plan?: PriceName | undefined } => ({
    plan: asPlan(plan),
  }),
  component: PricingRoute,
})

function PricingRoute() {
  const { plan } = Route.useSearch()
  const navigate = Route.useNavigate()
  const drop = useCallback(() => void navigate({ search: {}, replace: true }), [navigate])
  return <PricingScreen chosen={plan} onChosenTaken={drop} />
}
