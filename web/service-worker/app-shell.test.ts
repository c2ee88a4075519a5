import { beforeAll, expect, it, vi } from 'vitest'
import { NavigationRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { serveAppShell } from './app-shell.ts'

// Workbox runs in service workers alone.
vi.mock('workbox-navigation-preload', () => ({ enable: vi.fn() }))
vi.mock('workbox-precaching', () => ({
  cleanupOutdatedCaches: vi.fn(),
  precacheAndRoute: vi.fn(),
  PrecacheFallbackPlugin: vi.fn(),
}))
vi.mock('workbox-routing', () => ({ NavigationRoute: vi.fn(), registerRoute: vi.fn() }))
vi.mock('workbox-strategies', () => ({ NetworkFirst: vi.fn() }))

beforeAll(() => {
  vi.stubGlobal('self', { addEventListener: vi.fn() })
  serveAppShell([])
})

it('a navigation waits four seconds for the network', () => {
  expect(vi.mocked(NetworkFirst).mock.lastCall).toMatchObject([{ networkTimeoutSeconds: 4 }])
})

it('no document is cached at run time', async () => {
  const [plugin] = vi.mocked(NetworkFirst).mock.lastCall?.[0]?.plugins ?? []
  expect(await plugin?.cacheWillUpdate?.({} as never)).toBeNull()
})

it.each([
  ['/search', true],
  ['/lists/any', true],
  ['/api/me', false],
  ['/healthz', false],
  ['/metrics', false],
  ['/.well-known/security.txt', false],
])('%s is a screen of the app: %s', (path, isScreen) => {
  const denied = vi.mocked(NavigationRoute).mock.lastCall?.[1]?.denylist ?? []
  expect(denied.some((each) => each.test(path))).toBe(!isScreen)
})
