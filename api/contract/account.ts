import { z } from 'zod'

/** The shortest password, which the sign-up form states. */
export const PASSWORD_MIN = 6
/** The longest password: hashing time grows with the length, which an attacker could use. */
export const PASSWORD_MAX = 128

export const NAME_MAX = 100
export const BIO_MAX = 2000
export const SOURCE_MAX = 500

/** Body of endpoints that require the password again: an open laptop must not be enough for them. */
export const passwordAgain = z.object({ password: z.string().min(1).max(PASSWORD_MAX) })

/** The name of an account until its owner sets one: the local part of the address. */
export function defaultName(email: string): string {
  return email.slice(0, Math.max(email.indexOf('@'), 0)).slice(0, NAME_MAX)
}
