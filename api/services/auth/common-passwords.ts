import { dictionary } from '@zxcvbn-ts/language-common'

/** The fifty thousand passwords that leaks hold most often, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether a password is among the first that anybody guessing would try, in whatever case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase())
}
