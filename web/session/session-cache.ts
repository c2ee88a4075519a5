import type { Me } from '#api/contract/me.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { readStoredJson, store } from '#web/lib/local-storage.ts'
import { isWipePending } from './pending-wipe.ts'

/** Plan and flags of the account, and when they were fetched. Holds no contact and no secret. */
const SUBSCRIPTION_KEY = 'subscriptionData'

/** The signed-in user, so that the session survives offline. Changes only with the user. */
export const USER_KEY = `${BRAND.toLowerCase()}.user`

/** What is stored of a session beside the user, maybe by an earlier release. */
type StoredFlags = Omit<Me, 'user'> & { lastChecked: number }

/** Who is signed in here, as the server last said. */
export interface SessionState {
  me: Me | null
  /** When that was, in epoch milliseconds. */
  lastChecked: number
  isKnown: boolean
  /** The server has ended it, for its age or from another device: nobody signed out here. */
  hasEnded: boolean
}

/** The session as last fetched here; unknown where it never was, or is to be forgotten. */
export function readCachedMe(): SessionState {
  const user = readStoredJson(USER_KEY) as Me['user'] | undefined
  const kept = readStoredJson(SUBSCRIPTION_KEY) as Partial<StoredFlags> | null
  if (!user?.id || !kept?.role || !kept.demo || !kept.subscription) return UNKNOWN
  if (isWipePending(user.id)) return UNKNOWN
  const { lastChecked, ...flags } = kept
  const grants = Array.isArray(kept.grants) ? kept.grants : []
  const me = { ...flags, grants, user } as Me
  return { ...UNKNOWN, me, lastChecked: Number(lastChecked) || 0, isKnown: true }
}

/** Before the first fetch, and in prerendered pages. */
export const UNKNOWN: SessionState = {
  me: null,
  lastChecked: 0,
  isKnown: false,
  hasEnded: false,
}

/** Where it cannot be stored, the next visit fetches the session before it paints. */
export function storeMe({ user, ...flags }: Me): void {
  store(USER_KEY, JSON.stringify(user))
  store(SUBSCRIPTION_KEY, JSON.stringify({ ...flags, lastChecked: Date.now() }))
}

export function forgetMe(): void {
  store(USER_KEY, null)
  store(SUBSCRIPTION_KEY, null)
}
