import { useEffect, useRef } from 'react'
import type { PriceName } from '#api/contract/billing.ts'
import { sessionKnown } from '#web/session/session.ts'
import { currentTier, PLANS } from './plans.ts'

/**
 * Begins, once, the checkout of a plan that was chosen before signing in or up.
 * @param drop removes it from the address, so that returning from the checkout does not begin it again.
 */
export function useChosenPlan(
  chosen: PriceName | undefined,
  { drop, subscribe }: { drop(): void; subscribe(priceId: PriceName): Promise<void> },
): void {
  const begun = useRef<PriceName>(undefined)
  useEffect(() => {
    if (begun.current === chosen) return
    begun.current = chosen
    if (!chosen) return
    drop()
    void begin(chosen)

    async function begin(priceId: PriceName) {
      const tier = currentTier(await sessionKnown())
      // A user who has the plan already stays on the pricing page, where it is marked.
      if (!PLANS.some((plan) => plan.priceId === priceId && plan.tier === tier)) {
        await subscribe(priceId)
      }
    }
  }, [chosen, drop, subscribe])
}
