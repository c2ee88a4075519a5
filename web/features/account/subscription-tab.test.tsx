import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { SubscriptionTab } from './subscription-tab.tsx'

vi.mock('#web/lib/account/use-billing.ts', () => ({ useBilling: () => ({ busy: null }) }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const PAID = {
  subscribed: true,
  tier: 'basic',
  price_amount: 29_500,
  currency: 'usd',
  billing_interval: 'month',
  current_period_end: '2026-12-24T12:00:00Z',
  cancel_at_period_end: false,
}
const FREE = { ...PAID, subscribed: false, tier: 'free', current_period_end: null }

function shown(subscription: Partial<typeof PAID> | typeof FREE, team?: string): string {
  const me = { demo: { isRestricted: false }, subscription: { ...PAID, ...subscription } }
  const team_plan = team && { team, tier: 'basic' }
  return renderToStaticMarkup(<SubscriptionTab me={{ ...me, team_plan } as unknown as Me} />)
}

it('says on which day a plan renews, or until which it is open once it was cancelled', () => {
  expect(shown({})).toContain('Renews on Dec 24, 2026.')
  const ending = shown({ cancel_at_period_end: true })
  expect(ending).toContain('Open until Dec 24, 2026. It does not renew.')
  expect(ending).not.toContain('Renews on')
})

it('leads to the plans without one; who has a seat is told who pays for it', () => {
  const free = shown(FREE)
  expect(free).toContain('Choose a plan to open the directory.')
  expect(free).toContain('<a href="/pricing">See the plans</a>')
  const seat = shown(FREE, 'Gulf desk')
  expect(seat).toContain('Paid for by Gulf desk.')
  expect(seat).not.toContain('/pricing')
  expect(shown({}, 'Gulf desk')).toContain('have a seat in that of Gulf desk')
})

it('ACCOUNT-04 billing is managed with a plan and without one', () => {
  for (const subscription of [{}, FREE]) expect(shown(subscription)).toContain('Manage Billing')
})
