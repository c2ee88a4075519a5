import { expect, it } from 'vitest'
import type { SeatsPreview, TeamPlanAnswer } from '#api/contract/team-billing.ts'
import { checkoutText, planText, previewText, seatsText } from './seats-words.ts'

const PLAN: NonNullable<TeamPlanAnswer['plan']> = {
  name: 'Monthly Plan',
  price: 29_500,
  currency: 'usd',
  interval: 'month',
  renewal_seats: 5,
  period_end: '2026-12-03T12:00:00.000Z',
  cancels: false,
  is_past_due: false,
}
const TEAM: TeamPlanAnswer = { seats: 5, seats_used: 3, plan: PLAN, closes_at: null }
const PREVIEW: SeatsPreview = {
  due_now: 19_667,
  renewal: 147_500,
  renews_at: '2026-12-03T12:00:00.000Z',
  interval: 'month',
  currency: 'usd',
  from: 4,
  at: 1_795_000_000,
}

it('TEAMS-21 says how many seats there are, and how many are used', () => {
  expect(seatsText(TEAM)).toBe('5 seats, 3 used')
  expect(seatsText({ ...TEAM, seats: 1, seats_used: 1 })).toBe('1 seat, 1 used')
})

it.each<[string, Partial<TeamPlanAnswer>]>([
  ['Monthly Plan. It renews on Dec 3, 2026.', {}],
  ['Monthly Plan. It ends on Dec 3, 2026.', { plan: { ...PLAN, cancels: true } }],
  [
    'Monthly Plan. The last payment failed, and is being tried again.',
    { plan: { ...PLAN, is_past_due: true } },
  ],
  ['The team has no plan yet. One plan covers every seat; viewers are free.', { plan: null }],
  [
    'The plan is over. The team can be read until Jan 2, 2027, and is closed then.',
    { plan: null, closes_at: '2027-01-02T12:00:00.000Z' },
  ],
])('TEAMS-21 %s', (words, given) => {
  expect(planText({ ...TEAM, ...given })).toBe(words)
})

it('TEAMS-21 says what is paid now, and what later', () => {
  expect(previewText(PREVIEW)).toBe('You pay $196.67 now, $1,475 each month from Dec 3, 2026.')
  expect(previewText({ ...PREVIEW, due_now: 0, renewal: 88_500 })).toBe(
    'You pay nothing now, $885 each month from Dec 3, 2026.',
  )
  expect(checkoutText('price_monthly', 3)).toBe('3 × $295 is $885 each month.')
  expect(checkoutText('price_annual', 2)).toBe('2 × $2,995 is $5,990 each year.')
})
