import { z } from 'zod'
import { mailedToken } from './mailed-token.ts'

/** The body of `POST /api/removals`. */
export const removalRequest = z.strictObject({ email: z.email().max(254) })

/** The body of `POST /api/removals/confirm`. */
export const removalConfirmation = z.strictObject({ token: mailedToken })
