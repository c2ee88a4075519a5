import { dictionary } from '@zxcvbn-ts/language-common'

/** The 50,000 most common passwords of leaks, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether a password is among the most common, ignoring case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase())
}
