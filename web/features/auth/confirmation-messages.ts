import type { ErrorMessage } from '#web/lib/error-messages.ts'
import type { ConfirmationFailure } from './confirm-email-client.ts'

/** Why a mailed confirmation link had no effect, and what to do. */
export const CONFIRMATION_FAILURES = {
  TOKEN_EXPIRED: {
    title: 'This confirmation link has expired',
    description:
      'Log in with your email and password to have a new one sent. An address that was confirmed stays confirmed.',
  },
  INVALID_TOKEN: {
    title: 'This confirmation link is not valid',
    description: 'Open it again from the mail, or log in to have a new one sent.',
  },
  USER_NOT_FOUND: {
    title: 'This account is gone',
    description: 'It was deleted after the link was sent. Sign up again to open a new one.',
  },
  ALREADY_CONFIRMED: {
    title: 'Your address is confirmed already',
    description:
      'Log in with your email and password. If the password is not accepted, set a new one by “Forgot your password?”.',
  },
  OTHER_ACCOUNT: {
    title: 'The link is of another account',
    description: 'Nothing was changed. To confirm the address of the link, log out here first.',
  },
} as const satisfies Record<ConfirmationFailure, ErrorMessage>
