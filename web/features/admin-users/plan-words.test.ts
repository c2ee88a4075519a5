import { expect, it } from 'vitest'
import { periodLabel, planStatus, planWords } from './plan-words.ts'

it.each([
  ['active', false, 'Active', 'Renews on'],
  ['active', true, 'Ends soon', 'Ends on'],
  ['trialing', false, 'Trial', 'Renews on'],
  ['past_due', false, 'Payment due', 'Renews on'],
  ['past_due', true, 'Payment due', 'Ends on'],
  ['unpaid', false, 'Unpaid', 'Paid until'],
  ['paused', false, 'Paused', 'Paid until'],
  ['canceled', true, 'Ended', 'Paid until'],
  ['incomplete', false, 'First payment not made', 'Paid until'],
  ['incomplete_expired', false, 'First payment never made', 'Paid until'],
  ['held_up', false, 'held_up', 'Paid until'],
])('a plan that is %s, cancelled: %s, reads “%s”, “%s …”', (status, cancels, words, label) => {
  expect(planStatus({ status, cancels })).toBe(words)
  expect(periodLabel({ status, cancels })).toBe(label)
})

it.each([
  ['free', 'canceled', 'Free'],
  ['premium', 'past_due', 'Annual Plan (payment due)'],
  ['premium', 'held_up', 'Annual Plan (held_up)'],
])('the plan %s, %s, reads “%s” in a history', (tier, status, words) => {
  expect(planWords(tier, status)).toBe(words)
})
