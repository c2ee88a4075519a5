import type { TimelineEntry } from '#api/contract/admin-user-page.ts'
import type { AuditAction } from '#db/schema/audit-actions.ts'
import { formatPeople } from '#web/lib/format.ts'
import { formatMoment } from '#web/lib/format-time.ts'
import { FEATURES } from './grant-words.ts'
import { planWords } from './plan-words.ts'

/** A description of each action in the audit log. */
const ACTIONS: Record<AuditAction, string> = {
  sign_up: 'Signed up',
  sign_in: 'Signed in',
  reveal: 'Revealed contacts',
  export: 'Exported',
  'plan.change': 'Plan changed',
  'grant.create': 'Access granted',
  'grant.revoke': 'Access revoked',
  'session.revoke': 'Sessions ended',
  'password.reset': 'New password',
  'account.delete': 'Account deleted',
  'user.ban': 'Banned',
  'user.unban': 'Ban lifted',
  'users.export': 'Downloaded the list of users',
  'audit.export': 'Downloaded the audit log',
  'support.offer': 'Made a support code',
  'support.open': 'Support code opened',
  'support.end': 'Support code ended',
  'factor.add': 'Second factor added',
  'factor.remove': 'Second factor removed',
  'factor.reset': 'Second factor reset',
  'submission.approve': 'Approved a resume',
  'submission.reject': 'Rejected a resume',
  'submission.reopen': 'Undid the rejection of a resume',
  'removal.confirm': 'Confirmed a removal',
  'setting.save': 'Setting saved',
  'setting.revert': 'Setting reverted',
  'search_error.delete': 'Search error deleted',
  'search_error.decide': 'Search errors decided on',
  'team.create': 'Team created',
  'team.settings': 'Team settings saved',
  'team.seats': 'Team seats set',
  'team.close': 'Team closed',
  'team.invite': 'Invited to a team',
  'team.revoke_invite': 'Team invitation revoked',
  'team.join': 'Joined a team',
  'team.role': 'Role in a team changed',
  'team.remove': 'Removed from a team',
  'team.leave': 'Left a team',
  'team.hand_over': 'Team handed over',
  'team.owner_follows': 'Followed the last owner of a team',
  'import.upload': 'Import upload begun',
  'import.check': 'Import checked',
  'import.start': 'Import started',
  'import.cancel': 'Import cancelled',
  'import.end': 'Import ended',
  'import.discard': 'Import discarded',
}

/** An action's description; its name where this build does not know it. */
export function actionWords(action: string): string {
  return Object.hasOwn(ACTIONS, action) ? ACTIONS[action as AuditAction] : action
}

/** Actions that the log can be filtered by, sorted by description. */
export const ACTION_OPTIONS = Object.entries(ACTIONS)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label))

/** An entry's details in one line; empty without any worth showing. */
export function circumstances({
  action,
  count,
  details,
}: Pick<TimelineEntry, 'action' | 'count' | 'details'>): string {
  const said = (value: unknown) => (value === null || value === undefined ? '' : String(value))
  if (action === 'reveal') return count > 1 ? `of ${formatPeople(count)}` : 'of 1 person'
  if (action === 'export') {
    return [formatPeople(Number(details.count) || 0), said(details.format).toUpperCase()]
      .filter(Boolean)
      .join(', ')
  }
  if (action === 'plan.change') {
    const from = planWords(said(details.from_tier), said(details.from_status))
    const to = planWords(said(details.tier), said(details.status))
    return `${from} → ${to}${details.cancels ? ', ends with its period' : ''}`
  }
  if (action === 'grant.create' || action === 'grant.revoke') {
    const feature = FEATURES[said(details.featureType) as keyof typeof FEATURES] ?? 'Everything'
    const until = details.expiresAt ? `until ${formatMoment(said(details.expiresAt))}` : ''
    return [feature, until].filter(Boolean).join(', ')
  }
  if (action === 'factor.reset') {
    const passkeys = Number(details.passkeys) || 0
    return [
      details.codes ? 'codes' : '',
      passkeys > 0 ? `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}` : '',
    ]
      .filter(Boolean)
      .join(', ')
  }
  return Object.entries(details)
    .map(([name, value]) => ({ name, text: Array.isArray(value) ? value.join(', ') : said(value) }))
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `${name}: ${text}`)
    .join('; ')
}
