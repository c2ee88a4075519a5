import { expect, it } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { planSummary, priceText } from './plan-summary.ts'

const SUBSCRIPTION: Me['subscription'] = {
  subscribed: true,
  tier: 'basic',
  plan_name: null,
  price_amount: 295,
  currency: 'usd',
  billing_interval: 'month',
  status: 'active',
  current_period_end: null,
  cancel_at_period_end: false,
}

function me(changes: Partial<Me>, subscription: Partial<Me['subscription']> = {}): Me {
  return {
    user: null,
    role: 'subscriber',
    tier: 'basic',
    grants: [],
    isAdmin: false,
    needsSecondFactor: false,
    team_plan: null,
    demo: {
      isRestricted: false,
      canCreateLists: false,
      canSaveLists: false,
      canExport: false,
      canViewContactInfo: false,
      canSaveCandidates: false,
      grants: [],
    },
    ...changes,
    subscription: { ...SUBSCRIPTION, ...subscription },
  }
}

it('PLAN-28 names the tiers Monthly Plan and Annual Plan, and any other by its own name', () => {
  expect(planSummary(me({}))).toEqual({
    plan: 'Monthly Plan',
    status: 'Active',
    tone: 'ok',
  })
  expect(planSummary(me({}, { tier: 'premium' })).plan).toBe('Annual Plan')
  expect(planSummary(me({}, { tier: 'Larkspur' })).plan).toBe('Larkspur')
  expect(planSummary(me({ role: 'free' }, { subscribed: false })).plan).toBe('No plan')
})

it('TEAMS-21 names the plan of a seat where there is no plan of the own', () => {
  const team_plan = { team_id: 'desk', team: 'A desk', tier: 'premium', plan_name: null }
  expect(planSummary(me({ team_plan }, { subscribed: false }))).toEqual({
    plan: 'Annual Plan',
    status: 'Active',
    tone: 'ok',
  })
  expect(planSummary(me({ team_plan })).plan).toBe('Monthly Plan')
})

it('ACCOUNT-08 calls the demo account what it is', () => {
  const demo = { ...me({}).demo, isRestricted: true }
  expect(planSummary(me({ role: 'demo', demo }, { subscribed: false }))).toEqual({
    plan: 'Demo Plan',
    status: 'Active (Demo)',
    tone: 'muted',
  })
})

it('a plan that ends, or is not paid, is not shown as one that is well', () => {
  const toneOf = (subscription: Partial<Me['subscription']>) =>
    planSummary(me({}, subscription)).tone
  expect(toneOf({ cancel_at_period_end: true })).toBe('warn')
  expect(toneOf({ status: 'past_due' })).toBe('warn')
  expect(toneOf({})).toBe('ok')
})

it('writes a price as people read it', () => {
  expect(priceText(SUBSCRIPTION)).toBe('$295 per month')
  expect(priceText({ ...SUBSCRIPTION, price_amount: 12.5, billing_interval: null })).toBe('$12.50')
  expect(priceText({ ...SUBSCRIPTION, price_amount: null })).toBeNull()
})
