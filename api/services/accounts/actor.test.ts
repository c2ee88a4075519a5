import { describe, expect, it } from 'vitest'
import { DEMO_FEATURES } from '#db/schema/demo-grants.ts'
import type { Role } from '#sync/contract/permissions.ts'
import { type Grant, isSubscribed, type Plan, resolveActor, type TeamSeat } from './actor.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const env = { ADMIN_EMAILS: ['boss@hospital.test'], DEMO_EMAIL: 'demo@hospital.test' }
const PLAIN = { id: 'u1', email: 'ann@hospital.test', role: null, demo_account: false }
const LIVE: Grant = {
  feature_type: 'export',
  active: true,
  expires_at: null,
  max_uses: null,
  uses_count: 0,
}
const MONTHLY: Plan = {
  tier: 'basic',
  status: 'active',
  cancel_at_period_end: false,
  current_period_end: new Date('2026-03-15T00:00:00Z'),
}

interface Case {
  title: string
  role: Role
  user?: Partial<typeof PLAIN> | { role: string }
  entitlement?: Plan
  memberships?: TeamSeat[]
  grants?: Grant[]
}

const CASES: Case[] = [
  { title: 'PLAN-26 an account without a plan is free', role: 'free' },
  {
    title: 'GATE-09 the allow-list makes the admin',
    role: 'admin',
    user: { email: 'boss@hospital.test' },
  },
  { title: 'GATE-09 in any case of letters', role: 'admin', user: { email: 'Boss@Hospital.TEST' } },
  {
    title: 'GATE-09 not by a longer address',
    role: 'free',
    user: { email: 'boss@hospital.test.evil.test' },
  },
  { title: 'GATE-09 not by a role in the table', role: 'free', user: { role: 'admin' } },
  {
    title: 'GATE-08 an admin with a plan stays admin',
    role: 'admin',
    user: { email: 'boss@hospital.test' },
    entitlement: MONTHLY,
  },
  { title: 'an active plan subscribes', role: 'subscriber', entitlement: MONTHLY },
  {
    title: 'a trial subscribes',
    role: 'subscriber',
    entitlement: { ...MONTHLY, tier: 'premium', status: 'trialing' },
  },
  {
    title: 'a plan past due stands while its payment is tried again',
    role: 'subscriber',
    entitlement: { ...MONTHLY, status: 'past_due' },
  },
  {
    title: 'an unpaid plan does not',
    role: 'free',
    entitlement: { ...MONTHLY, status: 'unpaid' },
  },
  {
    title: 'a plan that was cancelled ends with its period',
    role: 'free',
    entitlement: { ...MONTHLY, cancel_at_period_end: true, current_period_end: NOW },
  },
  {
    title: 'a cancelled plan does not',
    role: 'free',
    entitlement: { ...MONTHLY, tier: 'basic', status: 'canceled' },
  },
  {
    title: 'PLAN-27 tier free is no plan',
    role: 'free',
    entitlement: { ...MONTHLY, tier: 'free', status: 'active' },
  },
  {
    title: 'PLAN-27 an absent tier is no plan',
    role: 'free',
    entitlement: { ...MONTHLY, tier: '', status: 'active' },
  },
  {
    title: 'DEMO-01 the designated address is demo',
    role: 'demo',
    user: { email: 'DEMO@hospital.test' },
  },
  { title: 'DEMO-01 role demo is demo', role: 'demo', user: { role: 'demo' } },
  { title: 'DEMO-01 the flag is demo', role: 'demo', user: { demo_account: true } },
  { title: 'DEMO-02 a live grant is demo', role: 'demo', grants: [LIVE] },
  {
    title: 'DEMO-02 with uses left',
    role: 'demo',
    grants: [{ ...LIVE, max_uses: 2, uses_count: 1 }],
  },
  {
    title: 'DEMO-02 until the day it ends',
    role: 'demo',
    grants: [{ ...LIVE, expires_at: new Date('2026-03-01T12:00:01Z') }],
  },
  { title: 'DEMO-02 not expired', role: 'free', grants: [{ ...LIVE, expires_at: NOW }] },
  { title: 'DEMO-02 not spent', role: 'free', grants: [{ ...LIVE, max_uses: 2, uses_count: 2 }] },
  { title: 'DEMO-02 not revoked', role: 'free', grants: [{ ...LIVE, active: false }] },
  {
    title: 'DEMO-03 a subscriber with a grant is none',
    role: 'subscriber',
    entitlement: MONTHLY,
    grants: [LIVE],
  },
  {
    title: 'DEMO-03 a subscriber with the flag is none',
    role: 'subscriber',
    entitlement: MONTHLY,
    user: { demo_account: true },
  },
  {
    title: 'DEMO-03 an admin with the flag is none',
    role: 'admin',
    user: { email: 'boss@hospital.test', demo_account: true },
  },
]

function actorOf({
  user,
  entitlement = undefined,
  memberships = [],
  grants = [],
}: Omit<Case, 'title' | 'role'>) {
  const whole = { ...PLAIN, ...user }
  return resolveActor({
    user: whole,
    entitlement: entitlement ?? null,
    memberships,
    grants,
    env,
    now: NOW,
  })
}

describe('DEMO-01 DEMO-03 resolveActor', () => {
  it.each(CASES)('$title: $role', ({ role, ...given }) => {
    expect(actorOf(given).role).toBe(role)
  })

  it('DEMO-03 an admin without the second factor is free, with the flag or a grant, too', () => {
    const user = { ...PLAIN, email: 'boss@hospital.test', demo_account: true }
    const of = { user, entitlement: null, memberships: [], grants: [LIVE], env, now: NOW }
    expect(resolveActor({ ...of, isAdminLocked: true }).role).toBe('free')
  })

  it('PLAN-27 names the tier of a plan that is paid for only', () => {
    expect(actorOf({ entitlement: MONTHLY }).tier).toBe('basic')
    expect(actorOf({ entitlement: { ...MONTHLY, status: 'unpaid' } }).tier).toBeNull()
  })

  it('DEMO-07 opens what live grants name, and everything for full_access', () => {
    expect(
      actorOf({ grants: [LIVE, { ...LIVE, feature_type: 'saveLists', active: false }] }).grants,
    ).toEqual(['export'])
    expect(actorOf({ grants: [{ ...LIVE, feature_type: 'full_access' }] }).grants).toEqual([
      ...DEMO_FEATURES,
    ])
    expect(actorOf({ user: { demo_account: true } }).grants).toEqual([])
  })
})

describe('TEAMS-20 a seat in a team', () => {
  const ANNUAL: Plan = { ...MONTHLY, tier: 'premium' }
  const OWN: Plan = { ...MONTHLY, tier: 'gold' }
  const seat = (plan: Plan | null, hasSeat = true) => ({ teamId: 'desk', hasSeat, plan })

  it.each<[string, Plan | undefined, TeamSeat[], Role, string | null]>([
    ['opens its plan', undefined, [seat(ANNUAL)], 'subscriber', 'premium'],
    ['that there is none of opens none', undefined, [seat(ANNUAL, false)], 'free', null],
    ['without a plan opens none', undefined, [seat(null)], 'free', null],
    [
      'whose plan is over opens none',
      undefined,
      [seat({ ...ANNUAL, status: 'unpaid' })],
      'free',
      null,
    ],
    ['raises a lesser plan', MONTHLY, [seat(ANNUAL)], 'subscriber', 'premium'],
    ['leaves a better plan', ANNUAL, [seat(MONTHLY)], 'subscriber', 'premium'],
    ['opens the gate to a plan made for one', OWN, [seat(MONTHLY)], 'subscriber', 'basic'],
    ['of two is the better', undefined, [seat(MONTHLY), seat(ANNUAL)], 'subscriber', 'premium'],
    [
      'stands while the own plan does not',
      { ...ANNUAL, status: 'canceled' },
      [seat(MONTHLY)],
      'subscriber',
      'basic',
    ],
    [
      'leaves the own plan where it is over',
      MONTHLY,
      [seat({ ...ANNUAL, cancel_at_period_end: true, current_period_end: NOW })],
      'subscriber',
      'basic',
    ],
  ])('%s', (title, entitlement, memberships, role, tier) => {
    const actor = actorOf({ ...(entitlement && { entitlement }), memberships })
    expect([actor.role, actor.tier]).toEqual([role, tier])
    // What it takes counts to the team whose plan it goes by.
    const isOfTeam = tier !== null && !/^leaves/.test(title)
    expect(actor.team).toBe(isOfTeam ? 'desk' : undefined)
  })
})

it('PLAN-26 nobody without an entitlement is subscribed', () => {
  expect(isSubscribed(null, NOW)).toBe(false)
})
