import type { ErrorMessage } from './error-messages.ts'

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
