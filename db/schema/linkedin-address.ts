/** A person's own page. */
const PERSON = /^\/(in|pub)\/[^/]/

/**
 * The address of a person at LinkedIn as it is kept and linked to: over HTTPS, without what is there
 * for counting clicks. `https://` is added where no scheme is given, and empty stays empty. Null for
 * anything else: under that name a link must lead nowhere else.
 */
export function linkedInAddress(text: string): string | null {
  const typed = text.trim()
  if (typed === '') return ''
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return null
  const { protocol, host, username, password, pathname } = new URL(address)
  const isLinkedIn = /^https?:$/.test(protocol) && /^(.+\.)?linkedin\.com$/.test(host)
  if (!isLinkedIn || username || password || !PERSON.test(pathname)) return null
  return `https://${host}${pathname}`
}
