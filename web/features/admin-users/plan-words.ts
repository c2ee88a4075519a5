import type { AdminUserView } from '#api/contract/admin-user-page.ts'

type Plan = NonNullable<AdminUserView['plan']>

/** Stripe's states of a subscription, as the account's own screen names those that it shows. */
const STATUS_WORDS: Record<string, string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Payment due',
  unpaid: 'Unpaid',
  paused: 'Paused',
  canceled: 'Ended',
  incomplete: 'First payment not made',
  incomplete_expired: 'First payment never made',
}

const TIER_WORDS: Record<string, string> = { basic: 'Monthly Plan', premium: 'Annual Plan' }

/** A plan and its state: "Annual Plan (payment due)", "Free". */
export function planWords(tier: string, status: string): string {
  if (tier === 'free') return 'Free'
  const state = STATUS_WORDS[status]?.toLowerCase() ?? status
  return `${TIER_WORDS[tier] ?? tier} (${state})`
}

/** A plan's state; one that is not known here as Stripe calls it. */
export function planStatus({ status, cancels }: Pick<Plan, 'status' | 'cancels'>): string {
  if (cancels && status === 'active') return 'Ends soon'
  return STATUS_WORDS[status] ?? status
}

/** What the end of a plan's period is to it. */
export function periodLabel({ status, cancels }: Pick<Plan, 'status' | 'cancels'>): string {
  if (!['active', 'trialing', 'past_due'].includes(status)) return 'Paid until'
  return cancels ? 'Ends on' : 'Renews on'
}
