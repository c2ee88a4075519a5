import type { ApiError } from '#web/lib/api-client.ts'
import { type ErrorMessage, TRY_ONLINE } from '#web/lib/error-messages.ts'

/** Every message for a failure of plans and payment. */

export const SIGN_IN_TO_SUBSCRIBE: ErrorMessage = {
  title: 'Authentication required',
  description: 'Please sign in to subscribe.',
}

export const SIGN_IN_TO_MANAGE: ErrorMessage = {
  title: 'Authentication required',
  description: 'Please sign in to manage your subscription.',
}

export const CHECKOUT_FAILED: ErrorMessage = {
  title: 'Checkout failed',
  description: 'Could not create checkout session. Please try again.',
}

export const UPGRADE_FAILED: ErrorMessage = {
  title: 'Upgrade Error',
  description: 'Failed to initiate checkout. Please try again.',
}

export const PORTAL_FAILED: ErrorMessage = {
  title: 'Portal access failed',
  description: 'Could not access customer portal. Please try again.',
}

export const PORTAL_WITHOUT_URL: ErrorMessage = {
  title: 'Portal access failed',
  description: 'Could not open subscription management portal.',
}

export const PAYMENT_UNVERIFIED = 'Could not verify your payment. Please contact support.'

export const FREE_LIMIT_REACHED: ErrorMessage = {
  title: 'Free Limit Reached',
  description: 'Upgrade to see, select and reach the people found.',
}

export const SEATS_UNKNOWN: ErrorMessage = {
  title: 'The seats cannot be shown',
  description: 'The plan of this team could not be read. Please try again.',
}

/** Why seats were not bought, given up or priced; nothing was changed. */
export function seatsErrorMessage({ code, message }: ApiError): ErrorMessage {
  const title = 'Nothing was changed'
  switch (code) {
    case 'payment_due':
      return {
        title,
        description: 'The payment did not go through. Check the card under Manage Billing.',
      }
    case 'changed_elsewhere':
      return { title, description: 'The seats or their price changed meanwhile. Look again.' }
    case 'seats_taken':
      return { title, description: message }
    case 'offline':
      return { title, description: TRY_ONLINE }
    default:
      return { title, description: 'The billing service does not answer. Please try again.' }
  }
}
