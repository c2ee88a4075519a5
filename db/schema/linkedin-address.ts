/**
 * A LinkedIn address as it is kept: `https://` is added where no scheme is given, and empty stays
 * empty. Null for what is no web address.
 */
export function linkedInAddress(text: string): string | null {
  const typed = text.trim()
  if (typed === '') return ''
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  return /^https?:$/.test(protocol) && /[^.]\.[^.]/.test(hostname) ? address : null
}
