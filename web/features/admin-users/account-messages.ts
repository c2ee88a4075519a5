import type { BanOutcome, FactorResetOutcome } from '#api/contract/admin-users.ts'
import { NOT_STORABLE } from '#db/schema/storable.ts'
import { AUTHORIZATION_ERROR, isUnauthorized, reasonOf } from '#web/lib/admin/admin-messages.ts'
import { ApiError } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'
import { formatDay } from '#web/lib/format-time.ts'

/** Every message about accounts and the audit log for administrators. */

/** Why the accounts could not be listed. */
export function usersError(error: ApiError): ErrorMessage {
  if (isUnauthorized(error)) return AUTHORIZATION_ERROR
  if (isNetworkFault(error)) {
    return {
      title: 'Network Connection Error',
      description: 'There is no connection to the server. What was here stays.',
    }
  }
  return { title: 'Failed to load users', description: refusalOf(error) }
}

/** The accounts are loaded, but not the data shown beside them. */
export const LIMITED_DATA: ErrorMessage = {
  title: 'Limited user data available',
  description: 'Some figures could not be loaded. The list itself is complete.',
}

export type AccountDeed =
  | 'grant'
  | 'revoke'
  | 'ban'
  | 'unban'
  | 'reset'
  | 'delete'
  | 'support'
  | 'team'
  | 'seats'
  | 'download'

const FAILED: Record<AccountDeed, (message: string) => ErrorMessage> = {
  grant: (reason) => ({ title: 'Error', description: `Failed to grant demo access. ${reason}` }),
  revoke: (reason) => ({ title: 'Error', description: `Failed to revoke demo access. ${reason}` }),
  ban: (description) => ({ title: 'Failed to ban user', description }),
  unban: (description) => ({ title: 'Failed to unban user', description }),
  reset: (description) => ({ title: 'Failed to reset the second factor', description }),
  delete: (description) => ({ title: 'Failed to delete user', description }),
  support: (description) => ({ title: 'The code was not opened', description }),
  team: (description) => ({ title: 'Failed to open the team', description }),
  seats: (description) => ({ title: 'Failed to set the seats', description }),
  download: (description) => ({ title: 'The file was not downloaded', description }),
}

/** Refusals that depend on the account or team, not on the actor's role. */
const NOT_OF_ROLE = /your own account|account is banned|pays for its seats/

/** Why an account was not changed. */
export function deedError(error: ApiError, deed: AccountDeed): ErrorMessage {
  // There the server's message says why; the role is not in question.
  const isOfRole = !(error.code === 'forbidden' && NOT_OF_ROLE.test(error.message))
  return isUnauthorized(error) && isOfRole ? AUTHORIZATION_ERROR : FAILED[deed](reasonOf(error))
}

/** The result of a ban, and what happens to the plan. */
export function banWords({ plan, ends_at }: BanOutcome): { title: string; description?: string } {
  const title = 'User banned'
  if (plan === 'ends_later') {
    return {
      title,
      description: 'The billing service did not answer. Their plan ends as soon as it does.',
    }
  }
  if (plan === 'none') return { title }
  return {
    title,
    description: ends_at
      ? `Their plan ends on ${formatDay(ends_at)} and is not renewed.`
      : 'Their plan is not renewed.',
  }
}

/** The result of a reset, and whether the owner was told by mail. */
export function resetWords({ mail }: FactorResetOutcome): ErrorMessage {
  if (mail === 'none') {
    return {
      title: 'There is no second factor any more',
      description: 'Somebody else reset it, or its owner turned it off.',
    }
  }
  return {
    title: 'Second factor reset',
    description:
      mail === 'sent'
        ? 'They were signed out everywhere, and told by mail.'
        : 'They were signed out everywhere. The mail to them could not be sent: tell them yourself.',
  }
}

/** Why the audit log could not be loaded. */
export function auditError(error: ApiError): ErrorMessage {
  if (isUnauthorized(error)) return AUTHORIZATION_ERROR
  return {
    title: isNetworkFault(error) ? 'Network Connection Error' : 'Failed to load the audit log',
    description: isNetworkFault(error) ? 'There is no connection to the server.' : refusalOf(error),
  }
}

/** A list's filters were read from the address: only their texts can be invalid. */
function refusalOf({ code, message }: ApiError): string {
  return code === 'invalid_input' ? NOT_STORABLE : message
}

/** The error of a call; any other error is thrown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** Whether the server could not be reached. */
function isNetworkFault({ code }: Pick<ApiError, 'code'>): boolean {
  return code === 'offline' || code === 'unreachable'
}
