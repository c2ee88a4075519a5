import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { wipeDevice } from '#sync/client/disk/wipe.ts'
import { stubLocalStorage } from '#tests/support/memory-storage.ts'
import { ApiError, call } from '#web/lib/api-client.ts'
import { isWipePending, rememberWipe } from './pending-wipe.ts'
import {
  canNow,
  followSession,
  forgetSession,
  refreshSession,
  session,
  sessionKnown,
} from './session.ts'
import { readCachedMe, USER_KEY } from './session-cache.ts'

vi.mock('#sync/client/disk/wipe.ts', () => ({ wipeDevice: vi.fn(async () => true) }))
const emptyVault = vi.hoisted(() => vi.fn())
vi.mock('#sync/client/disk/indexed-db-vault-store.ts', () => ({
  indexedDbVaultStore: () => ({ clear: emptyVault }),
}))

const SUBSCRIBER: Me = {
  user: { id: 'ada', email: 'ada@example.com', name: 'Ada', created_at: '2026-01-01T00:00:00Z' },
  role: 'subscriber',
  tier: 'premium',
  grants: [],
  isAdmin: false,
  needsSecondFactor: false,
  team_plan: null,
  subscription: {
    subscribed: true,
    tier: 'premium',
    plan_name: 'Annual Plan',
    price_amount: 2995,
    currency: 'usd',
    billing_interval: 'year',
    status: 'active',
    current_period_end: null,
    cancel_at_period_end: false,
  },
  demo: {
    isRestricted: false,
    canCreateLists: false,
    canSaveLists: false,
    canExport: false,
    canViewContactInfo: false,
    canSaveCandidates: false,
    grants: [],
  },
}
const VISITOR_ME: Me = { ...SUBSCRIBER, user: null, role: 'visitor', tier: null }

const FREE_LOCKS = {
  request: (_name: string, _options: unknown, run: () => unknown) => run(),
}

const answer = (body: unknown, status = 200) => Response.json(body, { status })

beforeEach(() => {
  stubLocalStorage()
  vi.stubGlobal('navigator', { onLine: true, locks: FREE_LOCKS })
  vi.useFakeTimers()
})

afterEach(async () => {
  await forgetSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function answerWith(...answers: (() => Response | Promise<Response>)[]) {
  const fetch = vi.fn(async () => {
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (!next) throw new TypeError('no answer')
    return next()
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}

it('PLAN-26 PLAN-32 is nobody until told, and keeps what it was told with the time', async () => {
  expect(canNow('search.run')).toBe(false)
  answerWith(() => answer(SUBSCRIBER))
  await refreshSession()
  expect(canNow('search.run')).toBe(true)
  const kept = JSON.parse(localStorage.getItem('subscriptionData') ?? '{}')
  expect(kept).toMatchObject({ tier: 'premium', lastChecked: expect.any(Number) })
  expect(kept.user).toBeUndefined()
  expect(readCachedMe().me).toEqual(SUBSCRIBER)
})

it('PLAN-29 falls back to free when the check fails', async () => {
  answerWith(
    () => answer(SUBSCRIBER),
    () => answer({ error: { code: 'internal_error', message: 'x' } }, 500),
  )
  await refreshSession()
  await refreshSession()
  expect(session.me?.user?.id).toBe('ada')
  expect(canNow('search.run')).toBe(false)
  // The next answer, or start, has the plan again.
  expect(readCachedMe().me).toEqual(SUBSCRIBER)
  answerWith(() => answer(SUBSCRIBER))
  await vi.advanceTimersByTimeAsync(200)
  expect(canNow('search.run')).toBe(true)
})

it.each([
  ['a server that is away', () => new Response('away', { status: 503 })],
  [
    'a limit of requests',
    () => answer({ error: { code: 'rate_limited', message: 'In 3 s.' } }, 429),
  ],
  ['a captive portal’s page', () => new Response('<html>Log in to this network</html>')],
])('AUTH-25 AUTH-28 takes nothing from anybody over %s, and asks again', async (_, useless) => {
  const fetch = answerWith(
    () => answer(SUBSCRIBER),
    useless,
    () => answer(SUBSCRIBER),
  )
  await refreshSession()
  await refreshSession()
  expect(canNow('search.run')).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(fetch).toHaveBeenCalledTimes(3)
})

it('AUTH-28 asks again after 200 ms, each time after twice as long, and after 30 s at most', async () => {
  const away = () => new Response('away', { status: 503 })
  const fetch = answerWith(away)
  await refreshSession()
  let asked = 1
  for (const delayMs of [200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]) {
    await vi.advanceTimersByTimeAsync(delayMs - 1)
    expect(fetch).toHaveBeenCalledTimes(asked)
    await vi.advanceTimersByTimeAsync(1)
    asked += 1
    expect(fetch).toHaveBeenCalledTimes(asked)
  }
  // An answer begins anew.
  answerWith(() => answer(SUBSCRIBER))
  await vi.advanceTimersByTimeAsync(30_000)
  const again = answerWith(away)
  await refreshSession()
  await vi.advanceTimersByTimeAsync(200)
  expect(again).toHaveBeenCalledTimes(2)
})

it('drops an answer that signing out has overtaken', async () => {
  let tell = (_answer: Response) => {}
  answerWith(() => new Promise<Response>((resolve) => (tell = resolve)))
  const asked = refreshSession()
  await forgetSession()
  tell(answer(SUBSCRIBER))
  await asked
  expect(session.me).toBeNull()
  expect(localStorage.getItem('subscriptionData')).toBeNull()
})

it('knows with no network that another tab has signed out', async () => {
  stubPage()
  answerWith(
    () => answer(SUBSCRIBER),
    () => Promise.reject(new TypeError('no network')),
  )
  const end = followSession()
  await vi.advanceTimersByTimeAsync(0)
  expect(session.me?.user?.id).toBe('ada')
  window.dispatchEvent(Object.assign(new Event('storage'), { key: USER_KEY, newValue: null }))
  await vi.advanceTimersByTimeAsync(0)
  expect(session.me).toBeNull()
  end()
})

it('does not take a user to be here whose device is to be wiped', async () => {
  answerWith(() => answer(SUBSCRIBER))
  await refreshSession()
  expect(readCachedMe().me).toEqual(SUBSCRIBER)
  rememberWipe('ada')
  expect(readCachedMe().me).toBeNull()
})

it('wipes what was left here before anybody is signed in, and then lets them keep work', async () => {
  rememberWipe('grace')
  rememberWipe('ada')
  const wiped: string[] = []
  vi.mocked(wipeDevice).mockImplementation(async (id) => {
    expect(session.me).toBeNull()
    wiped.push(id)
    return id !== 'ada'
  })
  answerWith(() => answer(SUBSCRIBER))
  await refreshSession()
  expect(session.me?.user?.id).toBe('ada')
  expect(wiped).toEqual(['grace', 'ada'])
  // The wipe that was blocked is called off.
  expect(isWipePending('ada')).toBe(false)
})

it('PLAN-29 forgets everything once the server says that nobody is here', async () => {
  answerWith(
    () => answer(SUBSCRIBER),
    () => answer(VISITOR_ME),
  )
  await refreshSession()
  await refreshSession()
  expect(session.me).toBeNull()
  expect(localStorage.getItem('subscriptionData')).toBeNull()
})

it('knows that the server ended the session, until the next sign-in, and not of its own sign-out', async () => {
  const guest = { ...SUBSCRIBER, user: { ...SUBSCRIBER.user, id: 'guest', isGuest: true as const } }
  const answers = [VISITOR_ME, SUBSCRIBER, VISITOR_ME, VISITOR_ME, SUBSCRIBER, guest, VISITOR_ME]
  answerWith(...answers.map((me) => () => answer(me)))
  for (const hasEnded of [false, false, true, true, false, false, false]) {
    await refreshSession()
    expect(session.hasEnded).toBe(hasEnded)
  }
  answerWith(
    () => answer(SUBSCRIBER),
    () => answer(VISITOR_ME),
  )
  await refreshSession()
  await forgetSession()
  await refreshSession()
  expect(session.hasEnded).toBe(false)
})

it('REVEAL-11 empties the vault when the plan lapses, and when nobody is here any more', async () => {
  emptyVault.mockClear()
  answerWith(
    () => answer(SUBSCRIBER),
    () => answer({ ...SUBSCRIBER, role: 'free', tier: null }),
    () => answer(VISITOR_ME),
  )
  for (const times of [0, 1, 2]) {
    await refreshSession()
    expect(emptyVault).toHaveBeenCalledTimes(times)
  }
})

/** A stub of the page's visibility, as far as following the session needs it. */
function stubPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  return {
    hide: () => {
      page.visibilityState = 'hidden'
      page.dispatchEvent(new Event('visibilitychange'))
    },
    show: () => {
      page.visibilityState = 'visible'
      page.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

const MINUTE_MS = 60_000

it('PLAN-30 reads at once, every five minutes and on demand, until it ends', async () => {
  stubPage()
  const fetch = answerWith(() => answer(SUBSCRIBER))
  const end = followSession()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetch).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1)
  expect(fetch).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetch).toHaveBeenCalledTimes(2)
  await refreshSession()
  expect(fetch).toHaveBeenCalledTimes(3)
  end()
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS)
  expect(fetch).toHaveBeenCalledTimes(3)
})

it('is read over a call that is refused for want of a session, once where it is alive', async () => {
  stubPage()
  let me: Me = SUBSCRIBER
  const fetch = vi.fn(async (path: string) =>
    path === '/api/me'
      ? answer(me)
      : answer({ error: { code: 'authentication_required', message: 'x' } }, 401),
  )
  vi.stubGlobal('fetch', fetch)
  const checks = () => fetch.mock.calls.filter(([path]) => path === '/api/me').length
  const refused = async () => {
    await expect(call(() => globalThis.fetch('/api/lists'))).rejects.toThrow(ApiError)
    await vi.advanceTimersByTimeAsync(0)
  }
  const end = followSession()
  await vi.advanceTimersByTimeAsync(0)
  await refused()
  await refused()
  expect(checks()).toBe(2)
  expect(session.me?.user?.id).toBe('ada')
  me = VISITOR_ME
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(checks()).toBe(3)
  expect(session.hasEnded).toBe(true)
  await refused()
  expect(checks()).toBe(3)
  me = SUBSCRIBER
  await refreshSession()
  me = VISITOR_ME
  await refused()
  expect(checks()).toBe(5)
  expect(session.hasEnded).toBe(true)
  end()
})

it('PLAN-30 is read once on a first visit, whose guard asks before the app follows it', async () => {
  stubPage()
  const fetch = answerWith(() => answer(SUBSCRIBER))
  session.isKnown = false
  const known = sessionKnown()
  const end = followSession()
  expect(await known).toMatchObject(SUBSCRIBER)
  await vi.advanceTimersByTimeAsync(0)
  expect(fetch).toHaveBeenCalledTimes(1)
  end()
})

it('PLAN-31 a tab that comes back reads after more than five minutes, and not after less', async () => {
  const page = stubPage()
  const fetch = answerWith(() => answer(SUBSCRIBER))
  const end = followSession()
  await vi.advanceTimersByTimeAsync(0)
  page.hide()
  vi.setSystemTime(Date.now() + 4 * MINUTE_MS)
  page.show()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetch).toHaveBeenCalledTimes(1)
  page.hide()
  // The clock goes on and no timer fires: a suspended tab.
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS)
  expect(fetch).toHaveBeenCalledTimes(1)
  page.show()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetch).toHaveBeenCalledTimes(2)
  end()
})

it('DEMO-* takes what a guest kept off the device when their session ends, and nobody else’s', async () => {
  const user = { ...SUBSCRIBER.user, id: 'guest', isGuest: true as const }
  answerWith(
    () => answer(SUBSCRIBER),
    () => answer(VISITOR_ME),
    () => answer({ ...SUBSCRIBER, user }),
    () => answer(VISITOR_ME),
    () => answer({ ...SUBSCRIBER, user }),
    () => answer({ ...SUBSCRIBER, user: { ...user, id: 'next guest' } }),
  )
  vi.mocked(wipeDevice).mockReset().mockResolvedValue(true)
  for (const wiped of [[], [], [], ['guest'], ['guest'], ['guest', 'guest']]) {
    await refreshSession()
    expect(vi.mocked(wipeDevice).mock.calls.flat()).toEqual(wiped)
  }
  expect(isWipePending('guest')).toBe(false)
})
