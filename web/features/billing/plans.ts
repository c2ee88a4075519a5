import type { PriceName } from '#api/contract/billing.ts'
import type { Me } from '#api/contract/me.ts'

/** The tier the account pays for, whatever case the billing service writes it in; null without one. */
export function currentTier(me: Me | null): string | null {
  return me?.subscription.subscribed ? me.subscription.tier.toLowerCase() : null
}

export interface Plan {
  /** The tier that this plan gives. */
  tier: string
  priceId: PriceName
  name: string
  price: string
  interval: string
  note: string
  /** Shown beside the name. */
  badge?: string
  saving?: string
  features: readonly string[]
}

const SHARED = [
  'Unlimited searches of the whole directory',
  'Email addresses and phone numbers, each with the day it was checked',
  'Lists, saved searches and outreach',
  'Export to CSV, Excel and PDF',
  '30-day money-back guarantee',
] as const

export const PLANS: readonly Plan[] = [
  {
    tier: 'basic',
    priceId: 'price_monthly',
    name: 'Monthly',
    price: '$295',
    interval: 'per month',
    note: 'Cancel anytime. No commitment.',
    features: [...SHARED, 'No long-term contracts'],
  },
  {
    tier: 'premium',
    priceId: 'price_annual',
    name: 'Annual',
    price: '$2,995',
    interval: 'per year',
    note: 'For teams that hire all year.',
    badge: 'BEST VALUE',
    saving: 'Save $545',
    features: [...SHARED, 'Volume discount', 'Premium support with a 24-hour response'],
  },
]
