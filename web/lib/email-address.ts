import { EMAIL_MAX } from '#db/schema/email-max.ts'

/** Whether a text has the form of an e-mail address; the server decides. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
