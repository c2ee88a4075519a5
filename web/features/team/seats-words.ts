import { PLANS, type PriceName } from '#api/contract/billing.ts'
import type { SeatsPreview, TeamPlanAnswer } from '#api/contract/team-billing.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/format-time.ts'

/** "5 seats". */
export function seatCount(seats: number): string {
  return `${formatCount(seats)} ${seats === 1 ? 'seat' : 'seats'}`
}

/** "5 seats, 3 used". */
export function seatsText({ seats, seats_used: used }: TeamPlanAnswer): string {
  return `${seatCount(seats)}, ${formatCount(used)} used`
}

/** What the plan is, and what becomes of it. */
export function planText({ plan, closes_at: closesAt }: TeamPlanAnswer): string {
  if (closesAt) {
    return `The plan is over. The team can be read until ${formatDay(closesAt)}, and is closed then.`
  }
  if (!plan) return 'The team has no plan yet. One plan covers every seat; viewers are free.'
  const name = plan.name ?? 'The plan'
  const end = plan.period_end && formatDay(plan.period_end)
  if (plan.is_past_due) return `${name}. The last payment failed, and is being tried again.`
  if (!end) return `${name}.`
  return plan.cancels ? `${name}. It ends on ${end}.` : `${name}. It renews on ${end}.`
}

/** "You pay $196.67 now, $1,475 each month from 3 Dec 2026." */
export function previewText(preview: SeatsPreview): string {
  const { due_now: due, renewal, currency, interval, renews_at: renewsAt } = preview
  const later = `${formatMoney(renewal, currency)}${eachText(interval)} from ${formatDay(renewsAt)}`
  if (due === 0) return `You pay nothing now, ${later}.`
  return `You pay ${formatMoney(due, currency)} now, ${later}.`
}

/** "3 × $295 is $885 each month." */
export function checkoutText(priceId: PriceName, seats: number): string {
  const { cents, interval } = PLANS[priceId]
  const sum = formatMoney(cents * seats, 'usd')
  return `${formatCount(seats)} × ${formatMoney(cents, 'usd')} is ${sum}${eachText(interval)}.`
}

/** "From 2 to 10,000 seats." @param added the most that may be added: "At most 50 more at a time." */
export function amountError(min: number, max: number, added?: number): string {
  const range = `From ${formatCount(min)} to ${seatCount(max)}.`
  return added ? `${range} At most ${formatCount(added)} more at a time.` : range
}

/** An amount in cents; whole dollars without them. */
function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100)
}

function eachText(interval: string | null): string {
  return interval ? ` each ${interval}` : ''
}
