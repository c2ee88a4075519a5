import type { ErrorCode } from '../../sync/contract/errors.ts'

/** Why the server refused a change, for whoever made it. */
export function rejectionReason({ code, message }: { code: ErrorCode; message: string }): string {
  switch (code) {
    case 'changed_elsewhere':
      return 'Another device changed it first. What you wrote is still here.'
    case 'gone':
      return 'It was deleted on another device.'
    case 'subscription_required':
      return 'Your plan does not include this.'
    case 'demo_restricted':
      return 'This feature is disabled in demo mode'
    default:
      return message
  }
}
