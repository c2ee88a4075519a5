import { z } from 'zod'

/** The shortest password; the sign-up form says it in words. */
export const PASSWORD_MIN = 6
/** Hashing time grows with length: beyond this a password is an attack. */
export const PASSWORD_MAX = 128

export const NAME_MAX = 100
export const BIO_MAX = 2000
export const SOURCE_MAX = 500

/** Body of calls that an open laptop must not be enough for. */
export const passwordAgain = z.object({ password: z.string().min(1).max(PASSWORD_MAX) })

/** The name somebody has until they give one: the part of the address before the @. */
export function defaultName(email: string): string {
  return email.slice(0, Math.max(email.indexOf('@'), 0)).slice(0, NAME_MAX)
}
