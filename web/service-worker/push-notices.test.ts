import { afterEach, expect, it, vi } from 'vitest'
import { showNotices } from './push-notices.ts'

afterEach(() => vi.unstubAllGlobals())

/** A service worker over these caches. @returns delivers a push. */
function openWorker({ caches, ...navigator }: { caches: object; setAppBadge?: unknown }) {
  const listeners = new Map<string, (event: object) => void>()
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
    registration: { showNotification: vi.fn(async () => undefined) },
    navigator,
  }
  vi.stubGlobal('self', self)
  vi.stubGlobal('caches', caches)
  showNotices()
  return async (payload: object) => {
    let done: unknown
    listeners.get('push')?.({
      data: { json: () => payload },
      waitUntil: (promise: unknown) => {
        done = promise
      },
    })
    await done
    return self.registration.showNotification.mock.lastCall
  }
}

/** The sum that the page showed last; none where it never ran. */
function cachesWith(total?: number) {
  let kept = total === undefined ? undefined : new Response(String(total))
  const cache = {
    match: async () => kept?.clone(),
    put: async (_: string, answer: Response) => {
      kept = answer
    },
  }
  return { open: async () => cache }
}

it('adds the news of a push to what the page showed on the icon', async () => {
  const setAppBadge = vi.fn(async (_: number) => undefined)
  const push = openWorker({ caches: cachesWith(4), setAppBadge })
  await push({ count: 1, id: 'a' })
  await push({ count: 3, id: null })
  expect(setAppBadge.mock.calls).toEqual([[5], [8]])
})

it('counts from none where no page showed any, and shows no count where there is no icon', async () => {
  const setAppBadge = vi.fn(async (_: number) => undefined)
  const several = openWorker({ caches: cachesWith(), setAppBadge })
  expect(await several({ count: 2, id: null })).toEqual([
    '2 watched searches have news',
    { tag: 'news', icon: '/icon-192.png', data: { path: '/search?tab=saved-searches' } },
  ])
  expect(setAppBadge.mock.calls).toEqual([[2]])
  const push = openWorker({ caches: cachesWith() })
  expect(await push({ count: 1, id: 'a' })).toEqual([
    'A watched search has news',
    { tag: 'news', icon: '/icon-192.png', data: { path: '/search?news=a' } },
  ])
})
