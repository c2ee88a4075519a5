import { Link } from '@tanstack/react-router'
import type { Me } from '#api/contract/me.ts'
import { useBilling } from '#web/lib/account/use-billing.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { planSummary, priceText } from './plan-summary.ts'

const TONES = {
  ok: 'bg-ok-wash text-ok',
  warn: 'bg-warn-wash text-warn',
  muted: 'bg-wash text-muted',
}

/** The plan, its end, and the way to cards, invoices and cancellation. */
export function SubscriptionTab({ me }: { me: Me }) {
  const { busy, manage } = useBilling()
  const { subscription, team_plan: seat } = me
  const { plan, status, tone } = planSummary(me)
  const price = priceText(subscription)
  const end = subscription.current_period_end
  return (
    <div className="max-w-120 pt-2">
      <div className="rounded-md border border-line bg-surface p-5">
        <div className="flex items-center justify-between gap-4">
          <h2 className="font-semibold text-md">{plan}</h2>
          <span className={`rounded-full px-2.5 py-1 font-medium text-xs ${TONES[tone]}`}>
            {status}
          </span>
        </div>
        {price && <p className="mt-1 text-md tabular-nums">{price}</p>}
        <p className="mt-3 text-muted">
          {subscription.subscribed
            ? end && endText(end, subscription.cancel_at_period_end)
            : seat
              ? `Paid for by ${seat.team}.`
              : 'Choose a plan to open the directory.'}
        </p>
      </div>
      {subscription.subscribed && seat && (
        <p className="mt-4 rounded-md bg-warn-wash px-4 py-3">
          You pay for a plan of your own, and have a seat in that of {seat.team}. The better of the
          two counts. Your own can be cancelled under Manage Billing.
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {subscription.subscribed ? (
          <Button variant="primary" isBusy={busy === 'portal'} onClick={() => void manage()}>
            Manage Billing
          </Button>
        ) : (
          <>
            {!seat && (
              <Link to="/pricing" className={buttonClass({ variant: 'primary' })}>
                See the plans
              </Link>
            )}
            <Button isBusy={busy === 'portal'} onClick={() => void manage()}>
              Manage Billing
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function endText(end: string, isEnding: boolean): string {
  return isEnding
    ? `Open until ${formatDay(end)}. It does not renew.`
    : `Renews on ${formatDay(end)}.`
}
