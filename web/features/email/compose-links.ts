/** A message to open in the user's own mail program. */
export interface Message {
  to: string
  subject: string
  body: string
}

/** Longest URL that a webmail accepts; Gmail answers 400 past some 8 KB. */
const LINK_MAX = 8_000

export const WEBMAILS = ['Gmail', 'Outlook', 'Yahoo'] as const
export type Webmail = (typeof WEBMAILS)[number]

/** The URL of a webmail's compose window, with the message in it. */
export function webmailLink(webmail: Webmail, { to, subject, body }: Message): string {
  switch (webmail) {
    case 'Gmail':
      return link('https://mail.google.com/mail/?view=cm&fs=1&', { to, su: line(subject), body })
    case 'Outlook':
      return link('https://outlook.office.com/mail/deeplink/compose?', {
        to,
        subject: line(subject),
        body,
      })
    case 'Yahoo':
      return link('https://compose.mail.yahoo.com/?', { to, subject: line(subject), body })
  }
}

/** The `mailto:` URL of the message. RFC 6068: line breaks are CRLF, and a plus is a plus. */
export function mailtoLink({ to, subject, body }: Message): string {
  // Mail programs read an encoded @ as part of the name.
  const address = encode(to).replaceAll('%40', '@')
  return link(`mailto:${address}?`, {
    subject: line(subject),
    body: body.replace(/\r\n|\r|\n/g, '\r\n'),
  })
}

/** Whether a message is too long for a URL. */
export function isTooLong(message: Message): boolean {
  return mailtoLink(message).length > LINK_MAX
}

function link(start: string, parameters: Record<string, string>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`)
  return start + pairs.join('&')
}

/** A lone surrogate cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** A subject is one line: text after a line break would be another header. */
function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
