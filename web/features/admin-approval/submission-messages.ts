import type { SubmissionAction } from '#api/contract/admin-submissions.ts'
import {
  AUTHORIZATION_ERROR,
  isUnauthorized,
  loadError,
  reasonOf,
} from '#web/lib/admin/admin-messages.ts'
import type { ApiError } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'

/** Every message about submitted resumes. */

export const NOTHING_SELECTED: Pick<ErrorMessage, 'title'> = { title: 'No profiles selected' }

const FAILED: Record<SubmissionAction, string> = {
  approve: 'Approval failed',
  reject: 'Rejection failed',
}

/** Why a resume could not be approved or rejected. */
export function decisionError(error: ApiError, action: SubmissionAction | null): ErrorMessage {
  if (isUnauthorized(error)) return AUTHORIZATION_ERROR
  return { title: action ? FAILED[action] : 'Action Failed', description: reasonOf(error) }
}

/** A resume that could not be approved or rejected, by its person's name. */
export interface UndecidedResume {
  name: string
  error: ApiError
}

/** More than these in one message would hide the screen. */
const NAMED_MAX = 3

/** Some or all of several resumes could not be approved or rejected; the others were. */
export function bulkError(
  action: SubmissionAction,
  failed: readonly UndecidedResume[],
  of: number,
): ErrorMessage {
  const [first] = failed
  const isAll = failed.length === of
  if (first && isAll && failed.every(({ error }) => error.message === first.error.message)) {
    const all = decisionError(first.error, action)
    if (of === 1 || isUnauthorized(first.error)) return all
    return { ...all, description: `All ${of}: ${reasonOf(first.error)}` }
  }
  const named = failed.slice(0, NAMED_MAX).map(({ name, error }) => `${name}: ${reasonOf(error)}`)
  const others = failed.length - named.length
  return {
    title: isAll ? FAILED[action] : `Bulk ${action} partially failed`,
    description: [
      `${failed.length} of ${of} could not be handled; those still pending stay selected.`,
      ...named,
      ...(others > 0 ? [`And ${others} more.`] : []),
    ].join(' '),
  }
}

/** Why the resumes could not be loaded. */
export function submissionsError(error: ApiError): ErrorMessage {
  return loadError(error, 'Failed to load submissions')
}
