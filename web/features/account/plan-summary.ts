import type { Me } from '#api/contract/me.ts'

const TIER_NAMES: Record<string, string> = { basic: 'Monthly Plan', premium: 'Annual Plan' }

/** `ok` opens the directory, `warn` may soon not do so, `muted` is no plan. */
type Tone = 'ok' | 'warn' | 'muted'

/** The plan's name and status. */
export function planSummary({ role, subscription, team_plan: seat, demo }: Me): {
  plan: string
  status: string
  tone: Tone
} {
  if (demo.isRestricted) return { plan: 'Demo Plan', status: 'Active (Demo)', tone: 'muted' }
  if (!subscription.subscribed && seat) {
    const plan = TIER_NAMES[seat.tier] ?? seat.plan_name ?? seat.tier
    return { plan, status: 'Active', tone: 'ok' }
  }
  if (!subscription.subscribed) {
    return role === 'admin'
      ? { plan: 'Administrator', status: 'Active', tone: 'ok' }
      : { plan: 'No plan', status: 'Free', tone: 'muted' }
  }
  const tier = subscription.tier.toLowerCase()
  const plan = TIER_NAMES[tier] ?? subscription.plan_name ?? subscription.tier
  if (subscription.cancel_at_period_end) return { plan, status: 'Ends soon', tone: 'warn' }
  if (subscription.status === 'past_due') return { plan, status: 'Payment due', tone: 'warn' }
  return { plan, status: 'Active', tone: 'ok' }
}

/** "$295 per month"; null where the billing service gave no price. */
export function priceText({
  price_amount: amount,
  currency,
  billing_interval: interval,
}: Me['subscription']): string | null {
  if (amount === null || currency === null) return null
  const price = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount)
  return interval ? `${price} per ${interval}` : price
}
