/** The longest address that mail servers take (RFC 5321). */
const LENGTH_MAX = 254

/** Whether a text has the form of an e-mail address; the server decides. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LENGTH_MAX && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
