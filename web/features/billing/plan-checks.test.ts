// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PriceName } from '#api/contract/billing.ts'
import type { Me } from '#api/contract/me.ts'
import { confirmPayment } from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { refreshSession, session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { currentTier } from './plans.ts'
import { useChosenPlan } from './use-chosen-plan.ts'
import { usePaymentCheck } from './use-payment-check.ts'
import { useWelcome } from './use-welcome.ts'

vi.mock('#web/lib/account/account-client.ts', () => ({ confirmPayment: vi.fn() }))
vi.mock('#web/session/session.ts', () => {
  const session = { me: null }
  const refreshSession = vi.fn(async () => undefined)
  return { session, refreshSession, sessionKnown: async () => session.me }
})

const plan = (subscribed: boolean, others: object = {}) =>
  ({ subscription: { subscribed, tier: 'Premium' }, team_plan: null, ...others }) as unknown as Me

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(refreshSession).mockClear()
  vi.mocked(confirmPayment).mockReset().mockResolvedValue({ paid: true, subscribed: false })
  session.me = plan(false)
})
afterEach(() => vi.useRealTimers())

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('PLAN-05 the tier is the one that is paid for, in whatever case', () => {
  expect(currentTier(plan(true))).toBe('premium')
  expect(currentTier(plan(false))).toBeNull()
  expect(currentTier(null)).toBeNull()
})

it('PLAN-07 the checkout of the chosen plan begins once, and not where it is the present one', async () => {
  const [drop, subscribe] = [vi.fn(), vi.fn(async () => undefined)]
  const choose = (chosen: PriceName | undefined) => useChosenPlan(chosen, { drop, subscribe })
  session.me = plan(true)
  const { rerender } = await act(async () => renderHook(choose, { initialProps: 'price_annual' }))
  rerender(undefined)
  expect(drop).toHaveBeenCalledTimes(1)
  expect(subscribe).not.toHaveBeenCalled()
  await act(async () => rerender('price_monthly'))
  await act(async () => rerender('price_monthly'))
  expect(subscribe).toHaveBeenCalledExactlyOnceWith('price_monthly')
})

it('PLAN-20 waits 3 s, rechecks, waits 2 s, rechecks', async () => {
  const { result } = renderHook(() => usePaymentCheck('cs_1'))
  await later(2_999)
  expect(refreshSession).not.toHaveBeenCalled()
  await later(1)
  expect(confirmPayment).toHaveBeenCalledExactlyOnceWith('cs_1')
  await later(1_999)
  expect(refreshSession).toHaveBeenCalledTimes(1)
  expect(result.current).toBe('checking')
  session.me = plan(true)
  await later(1)
  expect(refreshSession).toHaveBeenCalledTimes(2)
  expect(result.current).toBe('active')
})

it('PLAN-20 a plan that was bought for a team is there, too', async () => {
  session.me = plan(false, { team_plan: { tier: 'basic' } })
  const { result } = renderHook(() => usePaymentCheck('cs_1'))
  await later(5_000)
  expect(result.current).toBe('active')
})

it('PLAN-21 a payment that could not be looked up is no bad news', async () => {
  vi.mocked(confirmPayment).mockRejectedValue(new ApiError('unreachable', 'x'))
  const { result } = renderHook(() => usePaymentCheck('cs_1'))
  await later(5_000)
  expect(refreshSession).toHaveBeenCalledTimes(2)
  expect(result.current).toBe('paid')
})

it('PLAN-23 welcomes once, and looks again for a plan that is late', async () => {
  const drop = vi.fn()
  const { rerender } = renderHook(() => useWelcome(true, drop))
  expect(toastStore.current?.title).toBe('Welcome to your new plan')
  toastStore.current = null
  rerender()
  expect(toastStore.current).toBeNull()
  expect(drop).toHaveBeenCalledTimes(1)
  await later(2_999)
  expect(refreshSession).toHaveBeenCalledTimes(1)
  await later(1)
  expect(refreshSession).toHaveBeenCalledTimes(2)
})
