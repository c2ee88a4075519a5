import { AppError } from '#sync/contract/errors.ts'

/** There is no key, or the service does not take it. */
export function notConfigured(): AppError {
  return new AppError(
    'ai_not_configured',
    'AI service is not properly configured. Please contact support.',
  )
}
