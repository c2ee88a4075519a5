import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import type { ContactChannel } from '#web/lib/people/candidate-facts.ts'
import { type ContactState, useContact } from '#web/lib/people/use-contact.ts'
import { ContactButton } from './contact-button.tsx'

vi.mock('#web/lib/people/use-contact.ts', () => ({ useContact: vi.fn() }))
vi.mock('#web/lib/people/contact-age.tsx', () => ({ ContactAge: () => 'checked today' }))
vi.mock('#web/lib/people/report-contact.tsx', () => ({ ReportContact: () => ' report' }))
vi.mock('#web/outreach/phone-link.tsx', () => ({
  PhoneLink: ({ children }: { children: never }) => <a href="tel:1">{children}</a>,
  TextLink: () => ' text',
  NumberButton: () => ' number',
}))

const PERSON = { id: 'p1', first_name: 'Zenobia', last_name: 'Vale' } as Candidate
const UNKNOWN = {
  others: [],
  isRevealing: false,
  isCopied: false,
  isRestricted: false,
  isLocked: false,
}
const KNOWN = { known: { kind: 'phone' } } as Partial<ContactState>

function shown(channel: ContactChannel, state: Partial<ContactState>): string {
  vi.mocked(useContact).mockReturnValue({ ...UNKNOWN, ...state } as ContactState)
  return renderToStaticMarkup(<ContactButton person={PERSON} channel={channel} />)
}
const words = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')

it.each([
  ['email', 'Email not available', 'View Email'],
  ['phone', 'Phone not available', 'View Phone'],
] as const)('PROFILE-04 %s: “%s” without one, else “%s”', (channel, missing, view) => {
  expect(words(shown(channel, {}))).toBe(`|${missing}|`)
  expect(shown(channel, {})).not.toContain('<button')
  expect(words(shown(channel, KNOWN))).toBe(`|${view}|checked today|`)
  expect(words(shown(channel, { ...KNOWN, isRevealing: true }))).toBe('|Revealing…|checked today|')
  expect(shown(channel, { ...KNOWN, isRevealing: true })).toContain('aria-busy="true"')
  expect(shown(channel, { ...KNOWN, report: {} } as never)).toBe('')
})

it('PROFILE-04 PROFILE-10 a lock shows to who has to sign in or take a plan first', () => {
  expect(shown('email', KNOWN)).not.toContain('lucide-lock')
  expect(shown('email', { ...KNOWN, isLocked: true })).toContain('lucide-lock')
  const value = { ...KNOWN, isLocked: true, value: 'a@b.test', revealed: { value: 'a@b.test' } }
  expect(shown('email', value as never)).not.toContain('lucide-lock')
})

it('DEMO-13 a demo account is told that contacts are restricted', () => {
  const html = shown('email', { ...KNOWN, isRestricted: true })
  expect(words(html)).toContain('|Contact Restricted in Demo|')
  expect(html).toContain('data-tooltip="Contact information is disabled in demo mode"')
})

it('PROFILE-04 a revealed address is copied by its button, a revealed number by the one beside it', () => {
  const email = {
    ...KNOWN,
    value: 'zenobia@b.test',
    revealed: { value: 'zenobia@b.test' },
  } as never
  expect(words(shown('email', email))).toMatch(/^\|Copy email \|.*checked today\| report\|$/)
  expect(words(shown('email', { ...(email as object), isCopied: true }))).toContain('|Copied|')
  const phone = { ...KNOWN, value: '806-555-0101', revealed: { value: '806-555-0101' } } as never
  expect(shown('phone', phone)).toContain('aria-label="Copy phone 806-555-0101"')
  expect(shown('phone', phone)).toMatch(/<a href="tel:1">.*806-.*<\/a> text number<button/)
})

it('PROFILE-04 what else is known of the channel is below the preferred, with its value once revealed', () => {
  const line = { kind: 'direct_phone' }
  expect(words(shown('phone', { ...KNOWN, others: [line] } as never))).toMatch(
    /View Phone.*\|Another number\|checked today\|$/,
  )
  const phone = { ...KNOWN, value: '806-555-0101', revealed: { value: '806-555-0101' } }
  const revealed = { ...line, value: '806-555-0102' }
  expect(words(shown('phone', { ...phone, others: [revealed] } as never))).toMatch(
    /806-.*report\|.*806-555-0102\|checked today\| text number\| report\|$/,
  )
})
