import { AppError } from '#sync/contract/errors.ts'

/** The API key is missing, or the AI service rejects it. */
export function notConfigured(): AppError {
  return new AppError(
    'ai_not_configured',
    'AI service is not properly configured. Please contact support.',
  )
}
