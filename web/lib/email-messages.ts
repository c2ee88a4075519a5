import type { AppError } from '#sync/contract/errors.ts'
import type { ApiError } from './api-client.ts'
import { changedReason, type ErrorMessage, quotaReason } from './error-messages.ts'

/** Every message about writing an e-mail. */

export const JOB_TITLE_REQUIRED: ErrorMessage = {
  title: 'Job Title Required',
  description: 'Please enter a job title to generate an email.',
}

export const JOB_DESCRIPTION_REQUIRED: ErrorMessage = {
  title: 'Job Description Required',
  description: 'Please enter a job description to generate an email.',
}

export const INCOMPLETE_TEMPLATE: ErrorMessage = {
  title: 'Missing Information',
  description: 'Please generate an email with a job title to save as template',
}

export const COPY_FAILED: ErrorMessage = {
  title: 'Copy Failed',
  description: 'Failed to copy to clipboard',
}

/** Why there is no draft. @param isKept whether this device has all of what was written. */
export function generationError(error: ApiError, isKept: boolean): ErrorMessage {
  return { title: 'Generation Failed', description: reasonOf(error, isKept) }
}

function reasonOf({ code, message }: ApiError, isKept: boolean): string {
  switch (code) {
    case 'ai_not_configured':
      return 'AI service is not properly configured. Please contact support.'
    case 'malformed_answer':
      return 'Invalid response format from AI service'
    case 'authentication_required':
      return isKept
        ? 'You are signed out. Log in again: what you wrote is kept on this device.'
        : 'You are signed out. Log in again.'
    case 'offline':
      return 'There is no network connection. What you wrote stays here.'
    // The server's message says more.
    case 'ai_failed':
    case 'rate_limited':
      return message
    case 'invalid_input':
      if (/job title and description/i.test(message)) {
        return 'Please fill in both job title and description'
      }
  }
  return 'Failed to generate email. Please try again.'
}

export function saveTemplateError(error: AppError): ErrorMessage {
  return { title: 'Save Failed', description: changeReason(error) }
}

/** @param author the team-mate who changed it first; null for this account. */
export function deleteTemplateError(error: AppError, author: string | null = null): ErrorMessage {
  return { title: 'Delete Failed', description: changeReason(error, author) }
}

function changeReason({ code, message, data }: AppError, author: string | null = null): string {
  if (code === 'quota_reached') return quotaReason(data)
  if (code === 'changed_elsewhere') return changedReason(author)
  if (code === 'gone') return 'It was deleted on another device meanwhile.'
  return message
}

const CONNECTION_ERROR: ErrorMessage = {
  title: 'Connection Error',
  description: 'Failed to connect to database. Please try again later.',
}

interface TemplateFailures {
  /** The replica cannot be opened. */
  database: ErrorMessage
  /** The rows never arrived, and the server cannot be reached. */
  connection: ErrorMessage
}

export const TEMPLATES_FAILED: TemplateFailures = {
  database: {
    title: 'Database Error',
    description: 'Failed to load templates from database. Please contact support if this persists.',
  },
  connection: CONNECTION_ERROR,
}

/** Templates, in the dialog that writes to a person. */
export const EMAIL_TEMPLATES_FAILED: TemplateFailures = {
  database: {
    title: 'Database Error',
    description:
      'Failed to load email templates from database. Please contact support if this persists.',
  },
  connection: CONNECTION_ERROR,
}

/** Several people are selected. */
export const ONE_AT_A_TIME: ErrorMessage = {
  title: 'One person at a time',
  description: 'Each email is written to one person. Select a single one, or write from a card.',
}

export const NO_ADDRESS: ErrorMessage = {
  title: 'Email not available',
  description: 'No email address of this person is known.',
}
