import type { ApiError } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'

export const SEARCH_NEEDS_PLAN: ErrorMessage = {
  title: 'Subscription required',
  description: 'The people of a file are looked up in the directory, which needs an active plan.',
}

/** Why people could not be looked up, and what to do. */
export function searchFailureWords({ code }: Pick<ApiError, 'code'>): string {
  if (code === 'offline' || code === 'unreachable' || code === 'timeout') {
    return 'The directory cannot be reached. Connect, then try again.'
  }
  if (code === 'subscription_required') return SEARCH_NEEDS_PLAN.description ?? ''
  if (code === 'rate_limited')
    return 'Too many searches within a minute. Wait a little, then go on.'
  return 'The directory did not answer as it should.'
}
