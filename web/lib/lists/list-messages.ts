import type { AppError } from '#sync/contract/errors.ts'
import {
  changedReason,
  type ErrorMessage,
  quotaReason,
  takenReason,
} from '#web/lib/error-messages.ts'

/** Every message for a failure of the lists. */

const NOT_AUTHENTICATED = 'User not authenticated.'

/** Why a list could not be changed, as the last part of a sentence. */
function reasonOf(
  { code, message, data }: Pick<AppError, 'code' | 'message'> & { data?: unknown },
  author: string | null = null,
): string {
  if (code === 'quota_reached') return quotaReason(data)
  if (code === 'authentication_required') return NOT_AUTHENTICATED
  if (code === 'changed_elsewhere') return changedReason(author)
  if (code === 'taken') return takenReason(data, author)
  if (code === 'gone') return 'It was deleted on another device meanwhile.'
  if (code === 'moved') return 'It was moved to a team meanwhile.'
  return message
}

/** The messages of a deletion: My Lists and the panel of the search have their own. */
export interface ListDeletionWords {
  done: { title: string; description?: string }
  failed(error: AppError): string
}

export const DELETION_ON_LISTS: ListDeletionWords = {
  done: { title: 'List deleted successfully.' },
  failed: (error) => signedOutOr(error, `Could not delete list. ${reasonOf(error)}`),
}

export const DELETION_IN_PANEL: ListDeletionWords = {
  done: { title: 'List deleted', description: 'Your saved list has been deleted.' },
  failed: (error) => signedOutOr(error, 'Failed to delete saved list'),
}

function signedOutOr({ code }: AppError, words: string): string {
  return code === 'authentication_required' ? NOT_AUTHENTICATED : words
}

/** @param author the team-mate who changed it first; null for this account. */
export function saveListError(error: AppError, author: string | null = null): ErrorMessage {
  return { title: 'The list was not saved', description: reasonOf(error, author) }
}

/** A stage, an assignment or a move that was refused. `author`: as of `saveListError`. */
export function memberWorkError(
  title: string,
): (error: AppError, author?: string | null) => ErrorMessage {
  return (error, author) => ({ title, description: reasonOf(error, author) })
}

export function addToListError(error: AppError): ErrorMessage {
  const { code, message, data } = error
  const reason = code === 'quota_reached' ? quotaReason(data) : message
  const description = code === 'internal_error' ? 'An unexpected error occurred' : reason
  return { title: 'Failed to process list', description }
}

export const LISTS_NEED_PLAN: ErrorMessage = {
  title: 'Subscription required',
  description: 'You need an active subscription to create lists',
}

export const ADD_NEEDS = {
  signIn: { title: 'You need to be logged in to create or update lists.' },
  plan: LISTS_NEED_PLAN,
}

/** The replica cannot be opened, or its rows never arrived. */
export const LISTS_FAILED = {
  title: 'Could not fetch your lists.',
  description: 'This browser cannot open them right now. Nothing is lost: they are on the server.',
}

export const SAVED_LISTS_FAILED: ErrorMessage = {
  title: 'Failed to load your saved lists',
  description: LISTS_FAILED.description,
}

export const FAVORITES_FAILED: ErrorMessage = {
  title: 'Could not fetch your favorites.',
  description: LISTS_FAILED.description,
}

export const LIST_FAILED: ErrorMessage = {
  title: 'Failed to load list details',
  description: 'This browser cannot open it right now. Nothing is lost: it is on the server.',
}

export const ADD_LISTS_FAILED = 'Failed to load your lists.'
export const ADD_NEEDS_PERSON = 'Please select at least one candidate to add to the list.'
export const MOVE_FAILED = 'The list was not moved'
export const STAGE_FAILED = 'The stage was not changed'
export const ASSIGN_FAILED = 'The person was not assigned'
export const STAGE_MANY_FAILED = 'The stages were not changed'
export const ASSIGN_MANY_FAILED = 'The people were not assigned'
/** Why many people cannot be changed before a first sync is complete. */
export const MEMBERS_MISSING =
  'Some of these people are not on this device yet. Try again once they have arrived.'
export const REMOVE_MEMBERS_FAILED = 'Failed to remove healthcare workers from list'
export const SELECT_TO_EXPORT = 'Please select at least one healthcare worker to export.'
export const SELECT_TO_REMOVE = 'Please select at least one healthcare worker to remove.'
