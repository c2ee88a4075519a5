import type { AppError } from '#sync/contract/errors.ts'
import { changedReason, type ErrorMessage, quotaReason } from '#web/lib/error-messages.ts'

/** Every message for a failure of the saved searches. */

export const NAME_REQUIRED: ErrorMessage = {
  title: 'Name required',
  description: 'Please enter a name for your search',
}

export const SAVING_NEEDS = {
  signIn: {
    title: 'Authentication required',
    description: 'You need to be logged in to save searches',
  },
  plan: {
    title: 'Subscription required',
    description: 'You need an active subscription to save searches',
  },
}

export const WATCHING_NEEDS_PLAN: ErrorMessage = {
  title: 'Subscription required',
  description: 'You need an active subscription to watch a search',
}

export const NOTHING_TO_SAVE: ErrorMessage = {
  title: 'Nothing to save yet',
  description: 'Type something or choose a filter first.',
}

/** The replica cannot be opened, or its rows never arrived. */
export const SAVED_SEARCHES_FAILED: ErrorMessage = {
  title: 'Error',
  description: 'Failed to load your saved searches',
}

/** @param author the team-mate who changed it first; null for this account. */
export function saveSearchError(error: AppError, author: string | null = null): ErrorMessage {
  return { title: 'Failed to save search', description: reasonOf(error, author) }
}

export function deleteSearchError(error: AppError): ErrorMessage {
  return { title: 'Failed to delete saved search', description: reasonOf(error) }
}

export function watchError(error: AppError): ErrorMessage {
  return { title: 'Failed to change the watch', description: reasonOf(error) }
}

function reasonOf({ code, message, data }: AppError, author: string | null = null): string {
  if (code === 'quota_reached') return quotaReason(data)
  if (code === 'authentication_required') return SAVING_NEEDS.signIn.description
  if (code === 'changed_elsewhere') return changedReason(author)
  if (code === 'gone') return 'It was deleted on another device meanwhile.'
  return message
}
