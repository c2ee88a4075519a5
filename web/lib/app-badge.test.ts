import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { canBadge, clearBadge, setBadgeCount } from './app-badge.ts'

const setAppBadge = vi.fn(async (_count: number) => undefined)
const clearAppBadge = vi.fn(async () => undefined)
const put = vi.fn(async (_path: string, _answer: Response) => undefined)
const close = vi.fn()
const getNotifications = vi.fn(async (_filter: object) => [{ close }])

beforeEach(async () => {
  const serviceWorker = { getRegistration: async () => ({ getNotifications }) }
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge, serviceWorker })
  vi.stubGlobal('caches', { open: async () => ({ put }) })
  clearBadge()
  await vi.waitFor(() => expect(put).toHaveBeenCalled())
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

it('keeps the sum where the service worker adds to it', async () => {
  setBadgeCount('due', 3)
  setBadgeCount('watches', 2)
  clearBadge()
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(3))
  const kept = put.mock.calls.map(([path, answer]) => Promise.all([path, answer.text()]))
  expect(await Promise.all(kept)).toEqual([
    ['/app-badge.txt', '3'],
    ['/app-badge.txt', '5'],
    ['/app-badge.txt', '0'],
  ])
})

it('closes the notice of news once they are read, and none that the page has not heard of', async () => {
  setBadgeCount('watches', 0)
  setBadgeCount('watches', 2)
  setBadgeCount('watches', 1)
  setBadgeCount('due', 1)
  setBadgeCount('due', 0)
  expect(getNotifications).not.toHaveBeenCalled()
  setBadgeCount('watches', 0)
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(getNotifications.mock.calls).toEqual([[{ tag: 'news' }]])
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
