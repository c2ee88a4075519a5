import { describe, expect, it } from 'vitest'
import { isTooLong, mailtoLink, WEBMAILS, webmailLink } from './compose-links.ts'

const MESSAGE = {
  to: 'ana+jobs@example.com',
  subject: 'Nights & weekends: 100% café #1?',
  body: 'Hé Ana,\n\na+b=c & "quotes" 100%\nBye 🩺',
}

describe('a webmail link', () => {
  it.each([
    ['Gmail', 'https://mail.google.com/mail/', 'su'],
    ['Outlook', 'https://outlook.office.com/mail/deeplink/compose', 'subject'],
    ['Yahoo', 'https://compose.mail.yahoo.com/', 'subject'],
  ] as const)(
    'EMAIL-21 EMAIL-22 of %s carries to, subject and body unharmed',
    (webmail, address, subject) => {
      const url = new URL(webmailLink(webmail, MESSAGE))
      expect(url.origin + url.pathname).toBe(address)
      expect(url.searchParams.get('to')).toBe(MESSAGE.to)
      expect(url.searchParams.get(subject)).toBe(MESSAGE.subject)
      expect(url.searchParams.get('body')).toBe(MESSAGE.body)
    },
  )
})

describe('a mailto link', () => {
  it('EMAIL-22 carries to, subject and body, with line breaks as mail has them', () => {
    const [, to = '', query = ''] = /^mailto:([^?]*)\?(.*)$/.exec(mailtoLink(MESSAGE)) ?? []
    expect(decodeURIComponent(to)).toBe(MESSAGE.to)
    expect(to).toContain('@')
    // Not URLSearchParams, which reads a plus as a space: mail programs do not.
    const fields = Object.fromEntries(
      query.split('&').map((pair) => pair.split('=').map(decodeURIComponent)),
    )
    expect(fields).toEqual({
      subject: MESSAGE.subject,
      body: MESSAGE.body.replaceAll('\n', '\r\n'),
    })
  })

  it('makes no break of one that is right already, and no header of a subject in two lines', () => {
    const link = mailtoLink({ to: 'a@b.test', subject: 'One\r\nBcc: x@y.test', body: 'a\r\nb\rc' })
    expect(link).toBe('mailto:a@b.test?subject=One%20Bcc%3A%20x%40y.test&body=a%0D%0Ab%0D%0Ac')
  })

  it('takes no further recipient out of an address', () => {
    expect(mailtoLink({ to: 'a@b.test?cc=x@y.test,c@d.test', subject: '', body: '' })).toBe(
      'mailto:a@b.test%3Fcc%3Dx@y.test%2Cc@d.test?subject=&body=',
    )
  })
})

it('half a character breaks no link', () => {
  for (const webmail of WEBMAILS) {
    expect(webmailLink(webmail, { ...MESSAGE, body: 'a\ud83e' })).toContain('body=a%EF%BF%BD')
  }
})

it('what is too long for an address is known', () => {
  expect(isTooLong(MESSAGE)).toBe(false)
  expect(isTooLong({ ...MESSAGE, body: 'é'.repeat(2_000) })).toBe(true)
})
