import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { canBadge, clearBadge, setBadgeCount } from './app-badge.ts'

const setAppBadge = vi.fn(async (_count: number) => undefined)
const clearAppBadge = vi.fn(async () => undefined)

beforeEach(() => {
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge })
  clearBadge()
  vi.clearAllMocks()
})
afterEach(() => vi.unstubAllGlobals())

it('shows the sum of what waits, and nothing for none', () => {
  setBadgeCount('due', 3)
  setBadgeCount('watches', 2)
  setBadgeCount('due', 0)
  setBadgeCount('watches', 0)
  expect(setAppBadge.mock.calls).toEqual([[3], [5], [2]])
  expect(clearAppBadge).toHaveBeenCalledTimes(1)
})

it('shows the first count of a page, were it none: the service worker may have set another', () => {
  setBadgeCount('due', 0)
  expect(clearAppBadge).toHaveBeenCalledTimes(1)
})

it('is told once of what stays as it is', () => {
  setBadgeCount('due', 3)
  setBadgeCount('due', 3)
  expect(setAppBadge).toHaveBeenCalledTimes(1)
})

it('forgets all counts with the session', () => {
  setBadgeCount('due', 3)
  clearBadge()
  expect(clearAppBadge).toHaveBeenCalledTimes(1)
  setBadgeCount('refused', 1)
  expect(setAppBadge).toHaveBeenLastCalledWith(1)
})

it('does nothing in a browser without, and where it is refused', async () => {
  setAppBadge.mockRejectedValueOnce(new Error('not installed'))
  setBadgeCount('due', 4)
  vi.stubGlobal('navigator', {})
  expect(canBadge()).toBe(false)
  setBadgeCount('due', 5)
})
