import { z } from 'zod'
import { EMAIL_MAX } from '#db/schema/email-max.ts'
import { mailedToken } from './mailed-token.ts'

/** The body of `POST /api/removals`. */
export const removalRequest = z.strictObject({ email: z.email().max(EMAIL_MAX) })

/** The body of `POST /api/removals/confirm`. */
export const removalConfirmation = z.strictObject({ token: mailedToken })
