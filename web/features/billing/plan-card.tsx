import { Check } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { Plan } from './plans.ts'

/** One plan: its price, its features, and its checkout. */
export function PlanCard({
  plan,
  isCurrent,
  isBusy,
  onChoose,
}: {
  plan: Plan
  isCurrent: boolean
  isBusy: boolean
  onChoose(): void
}) {
  const isBest = plan.badge !== undefined
  return (
    <section
      aria-label={`${plan.name} plan`}
      aria-current={isCurrent || undefined}
      className={classNames(
        'flex flex-col rounded-md border bg-surface narrow:p-4 p-6 md:p-8',
        isBest || isCurrent ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold text-md">{plan.name}</h2>
        {isCurrent ? (
          <span className="rounded-full bg-accent-wash px-2.5 py-1 font-medium text-accent text-xs">
            Current plan
          </span>
        ) : (
          plan.badge && (
            <span className="rounded-full bg-accent px-2.5 py-1 font-semibold text-accent-ink text-xs tracking-wide">
              {plan.badge}
            </span>
          )
        )}
      </div>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-2">
        <span className="font-serif text-3xl tabular-nums">{plan.price}</span>
        <span className="text-md text-muted">{plan.interval}</span>
      </p>
      <p className="mt-2 text-muted">
        {plan.saving && <span className="font-medium text-ok">{plan.saving}. </span>}
        {plan.note}
      </p>
      <ul className="mt-6 flex flex-1 flex-col gap-2.5 border-line border-t pt-6">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        variant={isBest ? 'primary' : 'secondary'}
        className="mt-8"
        disabled={isCurrent}
        isBusy={isBusy}
        onClick={onChoose}
      >
        {isCurrent ? 'Your plan' : `Choose ${plan.name}`}
      </Button>
    </section>
  )
}
