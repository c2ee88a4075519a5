import type { ErrorMessage } from '#web/lib/error-messages.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './account-limits.ts'
import type { AuthError } from './auth-client.ts'

/** Every message for a failed sign-in, sign-up or sign-out. */

export const PASSWORDS_DIFFER = 'Passwords do not match.'
export const TERMS_MISSING = 'You must accept the terms and conditions.'
export const PASSWORD_SHORT = `Password must be at least ${PASSWORD_MIN} characters long.`
export const PASSWORD_LONG = `Password must be at most ${PASSWORD_MAX} characters long.`
export const PASSWORD_WEAK = 'This password is too easy to guess. Please choose another one.'
export const EMAIL_INVALID = 'Please enter a valid email address.'
export const EMAIL_REQUIRED = 'Please enter your email address.'
export const PASSWORD_REQUIRED = 'Please enter your password.'
export const SESSION_ENDED = 'Your session has ended. Log in to go on.'
export const EMAIL_TAKEN = 'An account with this email already exists. Please sign in instead.'
export const NO_USER = 'Login failed - no user data returned'
export const NO_EMAIL_TO_RESEND = 'No email address found to resend verification.'
export const RESEND_FAILED = 'Failed to resend verification email.'
export const SIGN_OUT_FAILED = 'Could not log out. Please try again.'
export const RESET_LINK_SPENT =
  'This link has expired or was already used. Ask for a new one and use it within the hour.'

const UNREACHABLE = 'The server could not be reached. Check your connection and try again.'

export function emailTakenToast(email: string): ErrorMessage {
  return {
    title: 'Email already exists',
    description: `An account with ${email} already exists. Try signing in instead.`,
  }
}

/** Whether a sign-up failed because the address already has an account. */
export function isEmailTaken({ reason }: AuthError): boolean {
  return reason.startsWith('USER_ALREADY_EXISTS')
}

/** Whether a new password was refused as a common one. */
export function isPasswordWeak({ reason }: AuthError): boolean {
  return reason === 'weak_password'
}

export function signUpErrorMessage(error: AuthError): string {
  if (error.reason === 'INVALID_EMAIL') return EMAIL_INVALID
  if (error.reason === 'PASSWORD_TOO_SHORT') return PASSWORD_SHORT
  return commonMessage(error) || error.message || 'Failed to create account.'
}

export function signInErrorMessage(error: AuthError): string {
  if (error.reason === 'EMAIL_NOT_VERIFIED') {
    return 'Confirm your email address first: we have sent you a link.'
  }
  const fallback = 'Failed to log in. Please check your credentials.'
  return commonMessage(error) || error.message || fallback
}

export function resetErrorMessage(error: AuthError): string {
  if (error.reason === 'PASSWORD_TOO_SHORT') return PASSWORD_SHORT
  return commonMessage(error) || error.message || 'The password could not be changed.'
}

export function confirmationErrorMessage(error: AuthError): string {
  return commonMessage(error) || error.message || 'The address could not be confirmed.'
}

function commonMessage({ reason }: AuthError): string | undefined {
  if (reason === 'UNREACHABLE' || /^STATUS_50[234]$/.test(reason)) return UNREACHABLE
  if (reason === 'STATUS_429' || reason === 'rate_limited') {
    return 'Too many attempts. Wait a minute and try again.'
  }
  return undefined
}
