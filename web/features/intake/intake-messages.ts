import type { ApiError } from '#web/lib/api-client.ts'
import { type ErrorMessage, TRY_ONLINE } from '#web/lib/error-messages.ts'

/** Every message for a failure of the public forms. */

export const EMAIL_INVALID = 'Please enter a valid email address.'

export const REMOVAL_FAILED: ErrorMessage = {
  title: 'Request failed',
  description: 'There was a problem submitting your request. Please try again later.',
}

export const REMOVAL_TOKEN_MISSING =
  'No confirmation token provided. Please check your email link and try again.'

export const REMOVAL_UNCONFIRMED =
  'Failed to process your removal request. The token may be invalid or expired.'

export const REMOVAL_STANDS = 'If you confirmed it before, you stay removed.'

export const RESUME_FAULTS = {
  first_name: 'First name is required',
  last_name: 'Last name is required',
  title: 'Physician title is required',
  organization: 'Company name is required',
  specialty: 'Specialty is required',
  personal_email: EMAIL_INVALID,
  phone: 'Please enter a valid phone number.',
  city: 'City is required',
  state: 'State is required',
  country: 'Country is required',
  linkedin_url: 'Please enter a valid LinkedIn URL.',
} as const

export const SCHOOL_MISSING = 'Please enter the school, or clear the degree.'
export const DEGREE_MISSING = 'Please enter the degree, or clear the school.'

export const SPECIALTIES_FAILED = 'Failed to load specialties'

export const RESUME_FAILED: ErrorMessage = {
  title: 'Submission failed. Please try again later.',
  description: 'What you typed is still here.',
}

export const RESUME_TOKEN_MISSING =
  'There is no confirmation token in this link. Please open it again from the mail.'

export const RESUME_UNCONFIRMED = 'The link is not valid, has expired or was already used.'

export const RESUME_STANDS = 'A resume that was confirmed stays confirmed.'

export const UNSUBSCRIBE_LINK_MISSING = 'The link is not whole. Please open it again from the mail.'

export const UNSUBSCRIBE_REFUSED = 'The link is not valid. Please open it again from the mail.'

/** Why a form could not be sent, where that passes; `otherwise` for any other failure. */
export function sendingProblem(
  { code, message }: Pick<ApiError, 'code' | 'message'>,
  otherwise: string,
): string {
  if (code === 'offline') return TRY_ONLINE
  // The server's message says in how many seconds.
  return code === 'rate_limited' ? message : otherwise
}

/**
 * Why a mailed link could not be confirmed for now: the same press may succeed later. Undefined where
 * the link itself was refused.
 */
export function confirmationProblem(error: Pick<ApiError, 'code' | 'message'>): string | undefined {
  if (error.code === 'not_found' || error.code === 'invalid_input') return undefined
  return sendingProblem(error, 'The server could not do it just now. Please try again in a minute.')
}

export const CONTACT_FAULTS = {
  name: 'Name must be at least 2 characters.',
  email: EMAIL_INVALID,
  subject: 'Subject must be at least 5 characters.',
  message: 'Message must be at least 10 characters.',
} as const

export const CONTACT_FAILED: ErrorMessage = {
  title: 'Something went wrong',
  description: 'Your message could not be sent. Please try again later.',
}
