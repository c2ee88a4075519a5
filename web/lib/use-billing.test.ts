import { beforeEach, expect, it, vi } from 'vitest'
import { act, mountHook } from '#tests/support/mount.tsx'
import { toastStore } from '#web/ui/toast-store.ts'
import { createCheckout, createPortal } from './account-client.ts'
import { ApiError } from './api-client.ts'
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
  const billing = await mountHook(useBilling, undefined)
  await act(async () => void billing.current.subscribe('price_annual'))
  expect(billing.current.busy).toBe('price_annual')
  await act(() => billing.current.subscribe('price_monthly'))
  expect(createCheckout).toHaveBeenCalledExactlyOnceWith({ priceId: 'price_annual' })
  await act(async () => answer({ path: '/search' }))
  expect(router.history.push).toHaveBeenCalledExactlyOnceWith('/search')
  expect(billing.current.busy).toBeNull()
  await billing.unmount()
})

it.each([
  [{}, 'Could not open subscription management portal.'],
  [new ApiError('internal_error', 'x'), 'Could not access customer portal. Please try again.'],
])('PLAN-17 the portal that did not open can be pressed again', async (answer, description) => {
  vi.mocked(createPortal).mockImplementation(async () => {
    if (answer instanceof ApiError) throw answer
    return answer
  })
  const billing = await mountHook(useBilling, undefined)
  await act(() => billing.current.manage())
  expect(toastStore.current).toMatchObject({ title: 'Portal access failed', description })
  expect(billing.current.busy).toBeNull()
  await billing.unmount()
})

it('PLAN-10 PLAN-12 an upgrade that leads nowhere leads to the plans', async () => {
  vi.mocked(createCheckout).mockResolvedValue({})
  const billing = await mountHook(useBilling, undefined)
  await act(() => billing.current.upgrade())
  expect(createCheckout).toHaveBeenCalledExactlyOnceWith({
    priceId: 'price_monthly',
    mode: 'subscription',
    successUrl: '/search?upgraded=true',
    cancelUrl: '/search',
  })
  expect(router.navigate).toHaveBeenCalledExactlyOnceWith({ to: '/pricing' })
  expect(billing.current.busy).toBeNull()
  await billing.unmount()
})
