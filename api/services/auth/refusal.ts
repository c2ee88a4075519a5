import { z } from 'zod'
import { AppError, type ErrorCode } from '#sync/contract/errors.ts'

/** The library's error body. */
const refusal = z.object({ code: z.string().optional(), message: z.string().optional() })

const CODES: Record<number, ErrorCode> = {
  401: 'authentication_required',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  429: 'rate_limited',
  // `hooks.ts` sets this status: nothing else in the library depends on an external service.
  503: 'mail_unavailable',
}

/**
 * The library's error as an AppError. Its own code becomes `data.reason`, by which screens choose
 * the message.
 */
export async function refusalOf(answer: Response): Promise<AppError> {
  const { code: reason, message = 'The request was refused.' } = refusal
    .catch({})
    .parse(await answer.json().catch(() => ({})))
  if (reason === 'DEMO_RESTRICTED') return new AppError('demo_restricted', message)
  if (reason === 'CONFIRMATION_REQUIRED') return new AppError('confirmation_required', message)
  if (reason === 'WEAK_PASSWORD') return new AppError('weak_password', message)
  const isOurFault = answer.status >= 500 && answer.status !== 503
  if (isOurFault) return new AppError('internal_error', 'Something failed on our side.')
  const code = CODES[answer.status] ?? 'invalid_input'
  return new AppError(code, message, reason === undefined ? {} : { data: { reason } })
}
