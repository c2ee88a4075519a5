import { SELECT_ALL_MAX } from '#db/schema/vocabulary.ts'
import type { AppError } from '#sync/contract/errors.ts'
import type { QuotaReached } from '#sync/contract/quotas.ts'
import type { ContactChannel } from '#web/lib/people/candidate-facts.ts'
import type { ApiError } from './api-client.ts'
import { formatCount } from './format.ts'
import { formatClock } from './format-time.ts'

/** Every message for a failure; components hold none. */

export interface ErrorMessage {
  title: string
  description: string
}

/** What a call that needs the network says without one. */
export const TRY_ONLINE = 'You are offline. Try again once you are connected.'

/** Of a change whose answer never came. */
export const MAY_BE_DONE =
  'The server did not answer. It may be done all the same: look before you try again.'

export const SUBSCRIPTION_REQUIRED: ErrorMessage = {
  title: 'Subscription required',
  description: 'You need an active subscription to view contact information',
}

/** Why a search failed, in one sentence. */
export function searchErrorMessage(error: ApiError): string {
  return error.code === 'malformed_answer'
    ? 'Optimized search returned unsuccessful response'
    : `Optimized search failed: ${error.message}`
}

/** The toast of a failed search, with its duration in milliseconds. */
export function searchErrorToast(error: ApiError, elapsedMs: number): ErrorMessage {
  return {
    title: 'Search Error',
    description: `${searchErrorMessage(error)} (${Math.round(elapsedMs)}ms)`,
  }
}

export const OFFLINE_SEARCH: ErrorMessage = {
  title: 'You are offline',
  description: 'The last results stay here. The search runs again once you are connected.',
}

/** For a screen without results. */
export const OFFLINE_WITHOUT_RESULTS: ErrorMessage = {
  title: 'You are offline',
  description: 'Searching needs a connection. Your lists open without one.',
}

/** Why the preview shows no count. */
export function previewErrorMessage({ code }: ApiError): string {
  switch (code) {
    case 'rate_limited':
      return 'Counting pauses for a few minutes: your network has asked a lot'
    case 'offline':
      return 'You are offline: nobody is counted'
    default:
      return 'How many match cannot be said right now'
  }
}

/** What to do while live specialty counts are missing; the built-in table stands in. */
export function specialtyCountsGuidance({ code, message }: ApiError): string {
  if (code === 'query_timed_out') {
    return 'The database timed out while counting specialties (57014). The usual list is shown.'
  }
  if (code === 'timeout' || /timeout/i.test(message)) {
    return 'Counting took too long. Use the specialty dropdown and state abbreviations for faster searches.'
  }
  if (code === 'offline' || code === 'unreachable' || /network|connection/i.test(message)) {
    return 'There is a connection issue, so the usual list is shown without live counts.'
  }
  if (/optimi[sz]ation|does not exist/i.test(message)) {
    return 'The database lacks its search optimizations, so the usual list is shown.'
  }
  return 'Live counts are not available. A backup method shows the usual list.'
}

/** Why contacts could not be revealed. */
export function revealErrorMessage({ code, data, message }: ApiError): ErrorMessage {
  if (code === 'subscription_required' || code === 'authentication_required') {
    return SUBSCRIPTION_REQUIRED
  }
  if (code === 'demo_restricted') return DEMO_CONTACT_RESTRICTED
  // The server's message says in how many seconds.
  if (code === 'rate_limited') return { title: 'That was too fast', description: message }
  if (code === 'budget_spent') {
    const { resetsAt } = (data ?? {}) as { resetsAt?: string }
    const when = resetsAt ? `at ${formatClock(resetsAt)}` : 'tomorrow'
    return {
      title: 'All of today’s reveals are used',
      description: `What you revealed stays here. You can reveal again ${when}.`,
    }
  }
  return {
    title: 'Failed to load contact information',
    description: code === 'offline' ? TRY_ONLINE : 'Please try again later',
  }
}

/** Why a quota is used up, and what raises it. */
export function quotaReason(data: unknown): string {
  const { quota, max } = data as QuotaReached
  const count = formatCount(max)
  switch (quota) {
    case 'lists':
      return `You have ${count} lists, the most there can be. A deleted one counts until it can be restored no more.`
    case 'list_members':
      return `One list holds up to ${count} people. Put the rest on another list.`
    case 'listed_people':
      return `Your lists hold ${count} people in all, the most there can be. Take some off a list first; those of a deleted list count until it can be restored no more.`
    case 'saved_candidates':
      return `You have stars and notes on ${count} people, the most there can be. Take some away first.`
    case 'watches':
      return `You watch ${count} saved searches, the most there can be. End one watch first.`
    case 'activities':
      return `Your lists have a history of ${count} steps, the most there can be. That of a list goes with it.`
    case 'contact_reports_today':
      return `You reported ${count} contacts within 24 hours, the most there can be. Report this one tomorrow.`
    case 'email_templates':
      return `You have ${count} templates, the most there can be. Delete one first.`
    default:
      return `You have ${count} ${quota.replaceAll('_', ' ')}, the most there can be. Delete one first.`
  }
}

/**
 * Why a text was not replaced.
 * @param author the team-mate who changed it first; null for another device of the account.
 */
export function changedReason(author: string | null): string {
  return author ? `${author} changed it meanwhile.` : 'It was changed on another device meanwhile.'
}

/**
 * Why a person was not assigned.
 * @param data of the refusal; of several people it names whose they are where that is one account.
 * @param holder the team-mate who has the person; null for this account.
 */
export function takenReason(data: unknown, holder: string | null): string {
  const { by } = (data ?? {}) as { by?: string | null }
  if (by === undefined) return 'Other members were assigned first.'
  if (by === null) return 'The assignment was taken away first.'
  return holder ? `${holder} was assigned first.` : 'You were assigned first.'
}

/** A star could not be set, or taken away. */
export function starErrorMessage({ code, data, message }: AppError): ErrorMessage {
  const description = code === 'quota_reached' ? quotaReason(data) : message
  return { title: 'The star was not kept', description }
}

export const STARS_NEED_PLAN: ErrorMessage = {
  title: 'Subscription required',
  description: 'You need an active subscription to change your favorites',
}

/** Beside features that a demo account sees and cannot use. */
export const DEMO_DISABLED = 'This feature is disabled in demo mode'

/** A demo account tried to reveal a contact. */
const DEMO_CONTACT_RESTRICTED: ErrorMessage = {
  title: 'Contact Restricted in Demo',
  description: 'Contact information is disabled in demo mode',
}

export const SELECT_ALL_NEEDS = {
  signIn: {
    title: 'Authentication Required',
    description: 'Please log in to select all results',
  },
  plan: {
    title: 'Subscription Required',
    description: 'You need a subscription to select candidates',
  },
}

/** Why all matches could not be selected. */
export function selectAllErrorMessage({
  code,
  message,
}: Pick<ApiError, 'code' | 'message'>): ErrorMessage {
  if (code === 'authentication_required') return SELECT_ALL_NEEDS.signIn
  if (code === 'subscription_required' || code === 'demo_restricted') return SELECT_ALL_NEEDS.plan
  return { title: 'Select All Error', description: message }
}

export const SELECTION_MODE_ACTIVE: ErrorMessage = {
  title: 'Selection Mode Active',
  description: 'All results are selected. Clear the selection to pick people one by one.',
}

/** There may be more results, and no list takes more at once. */
export const SELECTION_FULL: ErrorMessage = {
  title: 'Selection Mode Active',
  description: `The first ${SELECT_ALL_MAX} are selected, which is the limit. Clear the selection to pick people one by one.`,
}

const CHANNEL_WORDS: Record<ContactChannel, string> = { email: 'email', phone: 'phone number' }

/** The browser refused access to the clipboard. */
export function copyErrorMessage(channel: ContactChannel): ErrorMessage {
  return { title: `Failed to copy ${CHANNEL_WORDS[channel]}`, description: 'Please try again' }
}

export const PROFILE_NOT_FOUND: ErrorMessage = {
  title: 'Healthcare Worker Not Found',
  description: 'This profile does not exist, or was removed at the person’s request.',
}

export const PROFILE_FAILED: ErrorMessage = {
  title: 'Failed to load healthcare worker data',
  description: 'An unexpected error occurred',
}
