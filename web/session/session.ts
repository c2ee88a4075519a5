import { proxy } from 'valtio'
import type { Me } from '#api/contract/me.ts'
import {
  type Action,
  type Actor,
  can,
  type Gate,
  gateOf,
  VISITOR,
} from '#sync/contract/permissions.ts'
import { ApiError, callEvents, NOT_SIGNED_IN } from '#web/lib/api-client.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { fetchMe } from './me-client.ts'
import { cancelWipe, finishWipes, rememberWipe } from './pending-wipe.ts'
import {
  forgetMe,
  readCachedMe,
  type SessionState,
  storeMe,
  UNKNOWN,
  USER_KEY,
} from './session-cache.ts'

/** How long a fetched session counts as fresh, and how often it is fetched. */
const FRESH_MS = 5 * 60_000

const RETRY_FIRST_MS = 200
const RETRY_MAX_MS = 30_000

/**
 * Who is signed in here and what they may do, as the server last said. The cached session serves the
 * first paint and unlocks nothing: the server decides each request anew.
 */
export const session = proxy<SessionState>({
  // A copy: it may be the shared UNKNOWN, and a proxy changes the object it wraps.
  ...readCachedMe(),
})

let latest: Promise<void> | undefined
/** Whether the session was fetched over a refused call: no second time, where it is alive nevertheless. */
let wasDoubted = false
let retryDelayMs = RETRY_FIRST_MS
let retryTimer: ReturnType<typeof setTimeout> | undefined

/** Fetches the session. An answer overtaken by a later fetch is dropped. */
export function refreshSession(): Promise<void> {
  const asked = read().then(async (apply) => {
    // A sign-in or sign-out during the fetch makes its answer stale.
    if (latest === asked) await apply()
    else await latest
  })
  latest = asked
  return asked
}

/** Resolves once the session is known: at once, unless this device never fetched it. */
export async function sessionKnown(): Promise<Me | null> {
  if (!session.isKnown) await (latest ?? refreshSession())
  return session.me
}

/** Forgets the account on this device, after a sign-out or its deletion. */
export async function forgetSession(): Promise<void> {
  forgetMe()
  await leaveSession()
}

/** Shows nobody as signed in, without a request: another tab has ended the session. */
export async function leaveSession(): Promise<void> {
  latest = undefined
  session.hasEnded = false
  await setSession(null)
}

/**
 * Fetches now unless that was begun, every 5 minutes, when a tab is shown again after longer, and when the
 * server refuses a call for want of a session.
 * @returns the function that ends it.
 */
export function followSession(): () => void {
  const refresh = () => {
    wasDoubted = false
    void refreshSession()
  }
  const refreshIfDoubted = () => {
    if (wasDoubted || !session.me?.user) return
    refresh()
    wasDoubted = true
  }
  const refreshIfStale = () => {
    const isStale = Date.now() - session.lastChecked > FRESH_MS
    if (document.visibilityState === 'visible' && isStale) refresh()
  }
  // Another tab signed in or out.
  const followTabs = ({ key, newValue }: StorageEvent) => {
    if (key !== USER_KEY) return
    if (newValue === null) void leaveSession()
    refresh()
  }
  // A guard has asked already where this browser knew nobody.
  if (!latest) refresh()
  const timer = setInterval(refresh, FRESH_MS)
  document.addEventListener('visibilitychange', refreshIfStale)
  window.addEventListener('storage', followTabs)
  window.addEventListener('online', refresh)
  callEvents.addEventListener(NOT_SIGNED_IN, refreshIfDoubted)
  return () => {
    clearInterval(timer)
    clearTimeout(retryTimer)
    document.removeEventListener('visibilitychange', refreshIfStale)
    window.removeEventListener('storage', followTabs)
    window.removeEventListener('online', refresh)
    callEvents.removeEventListener(NOT_SIGNED_IN, refreshIfDoubted)
  }
}

/** The present account as the permission table's actor. */
export function actorOf(me: Me | null): Actor {
  if (!me?.user) return VISITOR
  const { role, tier, grants, user } = me
  return { role, tier, grants, id: user.id, email: user.email }
}

/** Whether the present actor may take this action, outside of a component. */
export function canNow(action: Action): boolean {
  return can(actorOf(session.me), action)
}

/** The present account as the server described it; null for a visitor, and before it is known. */
export function useMe(): Me | null {
  return useProxyValue(session, ({ me }) => me, UNKNOWN)
}

/** The present actor; a visitor until the session is known. */
export function useActor(): Actor {
  return actorOf(useMe())
}

/** Whether the present actor may take this action. */
export function useCan(action: Action): boolean {
  return useProxyValue(session, ({ me }) => can(actorOf(me), action), UNKNOWN)
}

/** What stands between the present actor and this action; as for a visitor until the session is known. */
export function useGate(action: Action): Gate {
  return useProxyValue(session, ({ me }) => gateOf(actorOf(me), action), UNKNOWN)
}

/** Whether the session is known. */
export function useSessionKnown(): boolean {
  return useProxyValue(session, ({ isKnown }) => isKnown, UNKNOWN)
}

/** Whether the server ended the session of the account that was signed in here. */
export function useHasEnded(): boolean {
  return useProxyValue(session, ({ hasEnded }) => hasEnded, UNKNOWN)
}

/** Whether an action is refused to the present actor; not before the session is known. */
export function useIsRefused(action: Action): boolean {
  const isAllowed = useCan(action)
  return useSessionKnown() && !isAllowed
}

/** Fetches the session once; the result applies the answer. */
async function read(): Promise<() => Promise<void>> {
  try {
    const me = await fetchMe()
    return () => accept(me)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return isRetryable(error) ? retryLater : lapse
  }
}

async function accept(me: Me | null): Promise<void> {
  clearTimeout(retryTimer)
  retryDelayMs = RETRY_FIRST_MS
  const before = session.me?.user
  // A guest whose session ended returns under another id: the old guest's rows have no owner.
  if (before?.isGuest && before.id !== me?.user?.id) rememberWipe(before.id)
  const wasSignedIn = session.hasEnded || (before != null && !before.isGuest)
  session.hasEnded = !me?.user && wasSignedIn
  if (!me?.user) {
    wasDoubted = false
    forgetMe()
    await setSession(null)
    await finishWipes()
    return
  }
  if (me.user.id !== session.me?.user?.id) await prepareFor(me.user.id)
  storeMe(me)
  await setSession(me)
}

/** Wipes other users' data first; a wipe still pending for this user is called off. */
async function prepareFor(userId: string): Promise<void> {
  await finishWipes()
  cancelWipe(userId)
}

async function setSession(me: Me | null): Promise<void> {
  const before = actorOf(session.me)
  const now = actorOf(me)
  session.me = me
  session.lastChecked = Date.now()
  session.isKnown = true
  const isEnded = before.id !== null && before.id !== now.id
  const hasLapsed = can(before, 'contact.reveal') && !can(now, 'contact.reveal')
  if (isEnded || hasLapsed) await wipeContacts()
}

async function wipeContacts(): Promise<void> {
  const { indexedDbVaultStore } = await import('#sync/client/disk/indexed-db-vault-store.ts')
  try {
    await indexedDbVaultStore().clear()
  } catch {
    // Without storage nothing was kept.
    return
  }
}

/** An unreachable server or network signs nobody out; the fetch is repeated soon. */
async function retryLater(): Promise<void> {
  session.isKnown = true
  clearTimeout(retryTimer)
  retryTimer = setTimeout(() => void refreshSession(), retryDelayMs)
  retryDelayMs = Math.min(retryDelayMs * 2, RETRY_MAX_MS)
}

function isRetryable({ code, status = 0 }: ApiError): boolean {
  // A malformed answer is the page of a captive portal or proxy.
  const isAway = ['offline', 'unreachable', 'timeout', 'malformed_answer'].includes(code)
  return isAway || code === 'rate_limited' || (status >= 502 && status <= 504)
}

/** Any other failed fetch leaves the user signed in, without a plan until one succeeds. */
async function lapse(): Promise<void> {
  const { me } = session
  await setSession(me && { ...me, role: 'free', tier: 'free', grants: [], isAdmin: false })
  await retryLater()
}
