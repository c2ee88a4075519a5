import type { AdminGrant } from '#api/contract/admin-grants.ts'
import type { AdminUser } from '#api/contract/admin-users.ts'
import type { DemoGrantRow } from '#db/schema/demo-grants.ts'
import { DAY_MS, formatDay, formatMoment } from '#web/lib/format-time.ts'

/** A grant's durations, by their labels. */
export const DURATIONS = [
  { value: 'indefinite', label: 'Indefinite', ms: null },
  { value: 'hour', label: '1 hour', ms: 3_600_000 },
  { value: 'day', label: '1 day', ms: DAY_MS },
  { value: 'week', label: '1 week', ms: 7 * DAY_MS },
  { value: 'month', label: '1 month', ms: 30 * DAY_MS },
] as const
export type Duration = (typeof DURATIONS)[number]['value']

/** When a grant made now would expire; null for never. */
export function expiryOf(duration: Duration, now: Date): string | null {
  const ms = DURATIONS.find(({ value }) => value === duration)?.ms ?? null
  return ms === null ? null : new Date(now.getTime() + ms).toISOString()
}

export const FEATURES: Record<DemoGrantRow['feature_type'], string> = {
  full_access: 'Full access',
  viewContactInfo: 'Reveal contacts',
  export: 'Export',
  createLists: 'Create lists',
  saveLists: 'Fill lists',
  saveCandidates: 'Star people and take notes',
}

/** When an account's live grant expires. */
export function grantWords({ until }: NonNullable<AdminUser['grant']>): string {
  return until ? `until ${formatDay(until)}` : 'indefinite'
}

/** A grant's expiry, or that it ended before, and its uses, in one line. */
export function grantTerms(grant: AdminGrant): string {
  const uses = grant.max_uses === null ? null : `${grant.uses_count} of ${grant.max_uses} uses`
  const end = grant.expires_at ? `until ${formatMoment(grant.expires_at)}` : 'indefinite'
  // A new grant of a feature replaces the earlier one.
  return [grant.active ? end : 'revoked or replaced', uses].filter(Boolean).join(', ')
}
