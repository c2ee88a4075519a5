import type { Me } from '#api/contract/me.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { isToBeWiped } from './pending-wipe.ts'

/** Plan and flags of the present account, with when they were checked. No contact, no secret. */
const SUBSCRIPTION_KEY = 'subscriptionData'

/** Whose they are: with no network a signed-in person stays signed in. Changes with the person only. */
export const USER_KEY = `${BRAND.toLowerCase()}.user`

/** What was last known here. A browser that never asked, or is to forget, knows nothing. */
export function readCachedMe(): { me: Me | null; lastChecked: number; isKnown: boolean } {
  try {
    const user = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null')
    const kept = JSON.parse(localStorage.getItem(SUBSCRIPTION_KEY) ?? 'null')
    if (!user?.id || !kept?.role || !kept.demo || !kept.subscription) return UNKNOWN
    if (isToBeWiped(user.id)) return UNKNOWN
    const { lastChecked, ...flags } = kept
    const grants = Array.isArray(kept.grants) ? kept.grants : []
    return { me: { ...flags, grants, user }, lastChecked: Number(lastChecked) || 0, isKnown: true }
  } catch {
    return UNKNOWN
  }
}

/** Ahead of any visit. */
export const UNKNOWN = { me: null, lastChecked: 0, isKnown: false }

export function storeMe({ user, ...flags }: Me): void {
  write(USER_KEY, user)
  write(SUBSCRIPTION_KEY, { ...flags, lastChecked: Date.now() })
}

export function forgetMe(): void {
  try {
    localStorage.removeItem(USER_KEY)
    localStorage.removeItem(SUBSCRIPTION_KEY)
  } catch {
    // Where storage is refused nothing was kept.
    return
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Refused or full: the next visit then asks before it shows.
    return
  }
}
