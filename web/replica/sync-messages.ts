import { SERVER_BUSY, type SyncStatus } from '#sync/client/status.ts'
import type { ErrorCode } from '#sync/contract/errors.ts'
import { quotaReason, takenReason } from '#web/lib/error-messages.ts'
import { formatCount } from '#web/lib/format.ts'

/** What the sync panel says beyond the state of the sync. */
export function syncNotes(status: SyncStatus | null): string[] {
  if (!status) return []
  const notes: string[] = []
  if (status.state === 'offline' && status.isServerBusy) {
    notes.push(`${SERVER_BUSY} ${outlook(status)}`)
  }
  if (status.isPaused) {
    notes.push(`What the server sends cannot be used at the moment. ${outlook(status)}`)
  }
  if (status.unknownMessages > 0) {
    const count = status.unknownMessages
    const messages = count === 1 ? 'message' : 'messages'
    notes.push(`This version passed over ${formatCount(count)} ${messages} it does not know.`)
  }
  return notes
}

/** What becomes of changes that the server does not have. */
const outlook = ({ isOutboxInMemory }: SyncStatus) =>
  isOutboxInMemory
    ? 'Sync goes on by itself. Leave the app open until then: your changes cannot be kept on this device.'
    : 'Your changes are kept, and sync goes on by itself.'

/**
 * Why the server refused a mutation, for the user who made it.
 * @param author the team-mate who was first; null for this account.
 */
export function rejectionReason(
  { code, message, data }: { code: ErrorCode; message: string; data?: unknown },
  author: string | null = null,
): string {
  switch (code) {
    case 'quota_reached':
      return `${quotaReason(data)} What you made is still here.`
    case 'changed_elsewhere':
      return `${author ?? 'Another device'} changed it first. What you wrote is still here.`
    case 'gone':
      return 'It was deleted on another device.'
    case 'taken':
      return takenReason(data, author)
    case 'not_a_member':
      return 'You are no longer in that team. What you made is still here.'
    case 'subscription_required':
      return 'Your plan does not include this.'
    case 'demo_restricted':
      return 'This feature is disabled in demo mode'
    default:
      return message
  }
}
