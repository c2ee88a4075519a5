import { proxy } from 'valtio'
import type { Me } from '#api/contract/me.ts'
import { type Action, type Actor, can, VISITOR } from '#sync/contract/permissions.ts'
import { fetchMe } from '#web/lib/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { cancelWipe, finishWipes, rememberWipe } from './pending-wipe.ts'
import { forgetMe, readCachedMe, storeMe, UNKNOWN, USER_KEY } from './session-cache.ts'

/** How long an answer counts as fresh, and how often it is asked for again. */
const FRESH_MS = 5 * 60_000

const RETRY_FIRST_MS = 200
const RETRY_MAX_MS = 30_000

/**
 * Who is signed in here and what they may do, as the server last said. What is kept from before
 * paints the first screen; it unlocks nothing, for every answer is decided by the server again.
 */
export const session = proxy<{ me: Me | null; lastChecked: number; isKnown: boolean }>({
  // A copy: what is read may be the one value for "unknown", and a proxy changes what it is made of.
  ...readCachedMe(),
})

let latest: Promise<void> | undefined
let retryDelayMs = RETRY_FIRST_MS
let retryTimer: ReturnType<typeof setTimeout> | undefined

/** Asks the server who is signed in. An answer overtaken by a later question is dropped. */
export function refreshSession(): Promise<void> {
  const asked = read().then(async (apply) => {
    // Signing in or out while this one was under way makes it stale.
    if (latest === asked) await apply()
    else await latest
  })
  latest = asked
  return asked
}

/** Resolves once it is known who is signed in: at once, unless this device never asked. */
export async function sessionKnown(): Promise<Me | null> {
  if (!session.isKnown) await (latest ?? refreshSession())
  return session.me
}

/** Ends what this device knows of the account: it is signed out, or deleted. */
export async function forgetSession(): Promise<void> {
  forgetMe()
  await leaveSession()
}

/** Nobody is here any more, with no network too: another tab has ended the session. */
export async function leaveSession(): Promise<void> {
  latest = undefined
  await become(null)
}

/** Reads now, every 5 minutes, and when a tab comes back after longer. Returns what ends it. */
export function followSession(): () => void {
  const refresh = () => void refreshSession()
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
  refresh()
  const timer = setInterval(refresh, FRESH_MS)
  document.addEventListener('visibilitychange', refreshIfStale)
  window.addEventListener('storage', followTabs)
  window.addEventListener('online', refresh)
  return () => {
    clearInterval(timer)
    clearTimeout(retryTimer)
    document.removeEventListener('visibilitychange', refreshIfStale)
    window.removeEventListener('storage', followTabs)
    window.removeEventListener('online', refresh)
  }
}

/** The present account as the permission table knows it. */
export function actorOf(me: Me | null): Actor {
  if (!me?.user) return VISITOR
  const { role, tier, grants, user } = me
  return { role, tier, grants, id: user.id, email: user.email }
}

/** Whether whoever is here now may take this action, outside of a component. */
export function canNow(action: Action): boolean {
  return can(actorOf(session.me), action)
}

/** What the server said of the present account; null for a visitor, and before it is known. */
export function useMe(): Me | null {
  return useProxyValue(session, ({ me }) => me, UNKNOWN)
}

/** Who is here; a visitor until it is known. */
export function useActor(): Actor {
  return actorOf(useMe())
}

/** Whether whoever is here may take this action. */
export function useCan(action: Action): boolean {
  return useProxyValue(session, ({ me }) => can(actorOf(me), action), UNKNOWN)
}

/** Whether it is known who is here. */
export function useSessionKnown(): boolean {
  return useProxyValue(session, ({ isKnown }) => isKnown, UNKNOWN)
}

/** One question to the server; the answer is how to apply it. */
async function read(): Promise<() => Promise<void>> {
  try {
    const me = await fetchMe()
    return () => accept(me)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return isRetryable(error) ? retryLater : () => accept(asFree(session.me))
  }
}

async function accept(me: Me | null): Promise<void> {
  clearTimeout(retryTimer)
  retryDelayMs = RETRY_FIRST_MS
  const before = session.me?.user
  // A guest whose session ended comes back under another id: what is kept of this one is nobody's.
  if (before?.isGuest && before.id !== me?.user?.id) rememberWipe(before.id)
  if (!me?.user) {
    forgetMe()
    await become(null)
    await finishWipes()
    return
  }
  if (me.user.id !== session.me?.user?.id) await prepareFor(me.user.id)
  storeMe(me)
  await become(me)
}

/** What others left here goes first; what cannot go of somebody who is back is theirs again. */
async function prepareFor(userId: string): Promise<void> {
  await finishWipes()
  cancelWipe(userId)
}

async function become(me: Me | null): Promise<void> {
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
    // Where the browser refuses storage nothing was kept.
    return
  }
}

/** Nobody is signed out because the server or the network is away; it is asked again soon. */
async function retryLater(): Promise<void> {
  session.isKnown = true
  clearTimeout(retryTimer)
  retryTimer = setTimeout(() => void refreshSession(), retryDelayMs)
  retryDelayMs = Math.min(retryDelayMs * 2, RETRY_MAX_MS)
}

function isRetryable({ code, status = 0 }: ApiError): boolean {
  // What cannot be read is a page that somebody on the way puts in the answer's place.
  const isAway = ['offline', 'unreachable', 'timeout', 'malformed_answer'].includes(code)
  return isAway || code === 'rate_limited' || (status >= 502 && status <= 504)
}

/** A check that fails otherwise leaves somebody signed in, without a plan. */
function asFree(me: Me | null): Me | null {
  return me && { ...me, role: 'free', tier: 'free', grants: [], isAdmin: false }
}
