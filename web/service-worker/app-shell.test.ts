import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { NavigationRoute } from 'workbox-routing'
import type { NetworkFirst } from 'workbox-strategies'

// Workbox runs in service workers alone.
vi.mock('workbox-navigation-preload', () => ({ enable: vi.fn() }))
vi.mock('workbox-precaching', () => ({
  cleanupOutdatedCaches: vi.fn(),
  precacheAndRoute: vi.fn(),
  matchPrecache: async (url: string) => new Response(`precached ${url}`),
}))
vi.mock('workbox-routing', () => ({ NavigationRoute: vi.fn(), registerRoute: vi.fn() }))

const cache = { match: async () => undefined, put: vi.fn() }
class FetchEvent extends Event {
  waitUntil() {}
}

beforeAll(async () => {
  // Otherwise Workbox logs, in ways that only a browser has.
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('self', { addEventListener: vi.fn() })
  vi.stubGlobal('registration', { scope: '/' })
  vi.stubGlobal('caches', { match: cache.match, open: async () => cache })
  vi.stubGlobal('FetchEvent', FetchEvent)
  const { serveAppShell } = await import('./app-shell.ts')
  serveAppShell([])
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * Navigates, with this answer of the network.
 * @returns the text of the response, and what is over once the worker is done with it
 */
function navigate(network: () => Promise<Response>): [text: Promise<string>, done: Promise<void>] {
  vi.stubGlobal('fetch', network)
  const strategy = vi.mocked(NavigationRoute).mock.lastCall?.[0] as NetworkFirst
  const request = new Request('https://clinidex.test/lists')
  const event = new FetchEvent('fetch') as never
  const [response, done] = strategy.handleAll({ request, event })
  return [response.then((answer) => answer.text()), done]
}

it('a navigation goes to the network, whose document is not cached', async () => {
  const [text, done] = navigate(async () => new Response('from the network'))
  expect(await text).toBe('from the network')
  await vi.runAllTimersAsync()
  await done
  expect(cache.put).not.toHaveBeenCalled()
})

it('without a network the shell answers', async () => {
  const [text] = navigate(() => Promise.reject(new TypeError('offline')))
  expect(await text).toBe('precached /shell')
})

it('a network that does not answer is waited for four seconds', async () => {
  const opened = vi.fn()
  const [text] = navigate(() => new Promise(() => {}))
  void text.then(opened)
  await vi.advanceTimersByTimeAsync(3999)
  expect(opened).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toHaveBeenCalledWith('precached /shell')
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
