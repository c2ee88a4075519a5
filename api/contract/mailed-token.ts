import { z } from 'zod'

/** The token of a mailed link: 256 bits, as base64url writes them. */
export const mailedToken = z.string().regex(/^[\w-]{43}$/, 'not a token')
