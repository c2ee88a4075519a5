/** A message on its way into somebody's own mail program. */
export interface Message {
  to: string
  subject: string
  body: string
}

/** Longest address a webmail takes; Gmail answers 400 past some 8 KB. */
const LINK_MAX = 8_000

export const WEBMAILS = ['Gmail', 'Outlook', 'Yahoo'] as const
export type Webmail = (typeof WEBMAILS)[number]

/** What opens the compose window of a webmail with the message in it. */
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

/** What opens the device's mail program. RFC 6068: line breaks are CRLF, and a plus is a plus. */
export function mailtoLink({ to, subject, body }: Message): string {
  // Mail programs read an encoded @ as part of the name.
  const address = encode(to).replaceAll('%40', '@')
  return link(`mailto:${address}?`, {
    subject: line(subject),
    body: body.replace(/\r\n|\r|\n/g, '\r\n'),
  })
}

/** Whether a message is too long to travel in an address. */
export function isTooLong(message: Message): boolean {
  return mailtoLink(message).length > LINK_MAX
}

function link(start: string, parameters: Record<string, string>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`)
  return start + pairs.join('&')
}

/** Half a character cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** A subject is one line: what follows a break would be another header. */
function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
