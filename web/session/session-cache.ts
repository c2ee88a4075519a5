import type { Me } from '#api/contract/me.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { isWipePending } from './pending-wipe.ts'

/** Plan and flags of the account, and when they were fetched. Holds no contact and no secret. */
const SUBSCRIPTION_KEY = 'subscriptionData'

/** The signed-in user, so that the session survives offline. Changes only with the user. */
export const USER_KEY = `${BRAND.toLowerCase()}.user`

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
  try {
    const user = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null')
    const kept = JSON.parse(localStorage.getItem(SUBSCRIPTION_KEY) ?? 'null')
    if (!user?.id || !kept?.role || !kept.demo || !kept.subscription) return UNKNOWN
    if (isWipePending(user.id)) return UNKNOWN
    const { lastChecked, ...flags } = kept
    const grants = Array.isArray(kept.grants) ? kept.grants : []
    const me = { ...flags, grants, user }
    return { ...UNKNOWN, me, lastChecked: Number(lastChecked) || 0, isKnown: true }
  } catch {
    return UNKNOWN
  }
}

/** Before the first fetch, and in prerendered pages. */
export const UNKNOWN: SessionState = {
  me: null,
  lastChecked: 0,
  isKnown: false,
  hasEnded: false,
}

export function storeMe({ user, ...flags }: Me): void {
  write(USER_KEY, user)
  write(SUBSCRIPTION_KEY, { ...flags, lastChecked: Date.now() })
}

export function forgetMe(): void {
  try {
    localStorage.removeItem(USER_KEY)
    localStorage.removeItem(SUBSCRIPTION_KEY)
  } catch {
    // Without storage nothing was kept.
    return
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Refused or full: the next visit then fetches the session before it paints.
    return
  }
}
