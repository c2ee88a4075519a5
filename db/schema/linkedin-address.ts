/** Matches the path of a person's profile page. */
const PERSON = /^\/(in|pub)\/[^/]/

/**
 * A person's LinkedIn address as it is stored and linked: over HTTPS, without tracking parameters.
 * `https://` is added when no scheme is given, and empty stays empty. Security: null for any other
 * address, so that a link labelled LinkedIn leads nowhere else.
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
