import { z } from 'zod'

/** The token of a mailed link: 256 bits in base64url. */
export const mailedToken = z.string().regex(/^[\w-]{43}$/, 'not a token')
