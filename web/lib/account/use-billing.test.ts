// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { createCheckout, createPortal } from './account-client.ts'
import { useBilling } from './use-billing.ts'

const { router } = vi.hoisted(() => ({ router: { navigate: vi.fn(), history: { push: vi.fn() } } }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => router }))
vi.mock('./account-client.ts', () => ({ createCheckout: vi.fn(), createPortal: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({ sessionKnown: async () => ({}) }))

beforeEach(() => {
  vi.clearAllMocks()
  toastStore.current = null
})

it('PLAN-08 while a checkout starts, a second press starts none', async () => {
  let answer = (_: unknown): void => undefined
  vi.mocked(createCheckout).mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const { result } = renderHook(useBilling)
  await act(async () => void result.current.subscribe('price_annual'))
  expect(result.current.busy).toBe('price_annual')
  await act(async () => void result.current.subscribe('price_monthly'))
  expect(createCheckout).toHaveBeenCalledExactlyOnceWith({ priceId: 'price_annual' })
  await act(async () => answer({ path: '/search' }))
  expect(router.history.push).toHaveBeenCalledExactlyOnceWith('/search')
  expect(result.current.busy).toBeNull()
})

it.each([
  [{}, 'Could not open subscription management portal.'],
  [new ApiError('internal_error', 'x'), 'Could not access customer portal. Please try again.'],
])('PLAN-17 the portal that did not open can be pressed again', async (answer, description) => {
  vi.mocked(createPortal).mockImplementation(async () => {
    if (answer instanceof ApiError) throw answer
    return answer
  })
  const { result } = renderHook(useBilling)
  await act(() => result.current.manage())
  expect(toastStore.current).toMatchObject({ title: 'Portal access failed', description })
  expect(result.current.busy).toBeNull()
})

it('PLAN-10 PLAN-12 an upgrade that leads nowhere leads to the plans', async () => {
  vi.mocked(createCheckout).mockResolvedValue({})
  const { result } = renderHook(useBilling)
  await act(() => result.current.upgrade())
  expect(createCheckout).toHaveBeenCalledExactlyOnceWith({
    priceId: 'price_monthly',
    mode: 'subscription',
    successUrl: '/search?upgraded=true',
    cancelUrl: '/search',
  })
  expect(router.navigate).toHaveBeenCalledExactlyOnceWith({ to: '/pricing' })
  expect(result.current.busy).toBeNull()
})
