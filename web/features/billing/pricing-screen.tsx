import { Link } from '@tanstack/react-router'
import type { PriceName } from '#api/contract/billing.ts'
import { useBilling } from '#web/lib/account/use-billing.ts'
import { useMe } from '#web/session/session.ts'
import { Accordion } from '#web/ui/accordion.tsx'
import { PlanCard } from './plan-card.tsx'
import { currentTier, PLANS } from './plans.ts'
import { PRICING_QUESTIONS } from './pricing-questions.ts'
import { useChosenPlan } from './use-chosen-plan.ts'

/** `/pricing` */
export function PricingScreen({
  chosen,
  onChosenTaken,
}: {
  /** The plan chosen on an earlier visit: its checkout begins by itself. */
  chosen: PriceName | undefined
  /** Removes it from the address. */
  onChosenTaken(): void
}) {
  const { busy, subscribe } = useBilling()
  const tier = currentTier(useMe())
  useChosenPlan(chosen, { drop: onChosenTaken, subscribe })
  return (
    <div className="page py-12 md:py-16">
      <header className="max-w-160">
        <h1 className="font-serif text-2xl tracking-tight md:text-3xl">
          One directory, two ways to pay
        </h1>
        <p className="mt-4 text-md text-muted">
          Both plans open everything: search, contacts, lists and exports. Pay by the month, or once
          a year for less.
        </p>
      </header>
      <div className="mt-10 grid grid-cols-1 gap-5 md:grid-cols-2">
        {PLANS.map((plan) => (
          <PlanCard
            key={plan.priceId}
            plan={plan}
            isCurrent={plan.tier === tier}
            isBusy={busy === plan.priceId}
            onChoose={() => void subscribe(plan.priceId)}
          />
        ))}
      </div>
      <p className="mt-4 text-muted">
        The binding terms of the guarantee are on{' '}
        <Link to="/money-back-guarantee" className="text-accent underline underline-offset-4">
          their own page
        </Link>
        .
      </p>
      <section
        aria-labelledby="pricing-questions"
        className="mt-16 grid gap-8 md:mt-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
      >
        <div>
          <h2 id="pricing-questions" className="font-serif text-xl md:text-2xl">
            About paying
          </h2>
          <p className="mt-3 text-muted">
            Something else?{' '}
            <Link to="/contact" className="font-medium text-accent underline underline-offset-4">
              Contact us
            </Link>
          </p>
        </div>
        <Accordion items={PRICING_QUESTIONS} />
      </section>
    </div>
  )
}
