// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refreshSession, session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { useWelcome } from './use-welcome.ts'

vi.mock('#web/session/session.ts', () => ({ refreshSession: vi.fn(), session: { me: null } }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(refreshSession).mockReset().mockResolvedValue()
  toastStore.current = null
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('PLAN-23 a payment is welcomed once, though the address still says it at the next render', async () => {
  const drop = vi.fn()
  const { rerender } = renderHook(({ isUpgraded }) => useWelcome(isUpgraded, () => drop()), {
    initialProps: { isUpgraded: false },
  })
  expect(toastStore.current).toBeNull()
  rerender({ isUpgraded: true })
  expect(toastStore.current).toMatchObject({
    title: 'Welcome to your new plan',
    description: 'The whole directory is open to you.',
    tone: 'ok',
  })
  toastStore.current = null
  rerender({ isUpgraded: true })
  expect(toastStore.current).toBeNull()
  expect(drop).toHaveBeenCalledTimes(1)
})

it('a payment whose event is late is looked for again after 3 s, and one that is known is not', async () => {
  renderHook(() => useWelcome(true, () => undefined))
  await vi.advanceTimersByTimeAsync(2999)
  expect(refreshSession).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(refreshSession).toHaveBeenCalledTimes(2)
  session.me = { subscription: { subscribed: true } } as typeof session.me
  renderHook(() => useWelcome(true, () => undefined))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refreshSession).toHaveBeenCalledTimes(3)
  session.me = null
})
