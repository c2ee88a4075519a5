import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { PersonTouches } from '#sync/contract/outreach-queries.ts'
import { revealedContacts } from '#web/replica/revealed-contacts.ts'
import { NumberButton, PhoneLink, TextLink } from './phone-link.tsx'
import { untouched } from './untouched.ts'

const known = vi.hoisted(() => ({ touches: undefined as PersonTouches | undefined }))
vi.mock('./touches.ts', () => ({ useTouches: () => known.touches }))

/** Every way to call and text a person, as a screen shows it. */
function shown(touches: PersonTouches | undefined): string {
  known.touches = touches
  const value = '806-555-0101'
  const contact = { kind: 'phone', value, verified_at: null, source: 'csv' } as const
  const of = { person: { id: 'zenobia', name: 'Zenobia Vale' }, className: '' }
  return renderToStaticMarkup(
    <>
      <PhoneLink {...of} contact={contact}>
        {value}
      </PhoneLink>
      <TextLink {...of} value={value} />
      <NumberButton {...of} contact={contact} />
    </>,
  )
}

const MARK = { stop_mark: 'm', stop_reason: 'Asked us to stop' }

it.each([
  ['for good', { ...MARK, stop_until: null }],
  ['until a day', { ...MARK, stop_until: '2099-01-01' }],
])('who must not be contacted %s has a number, and no way to it', (_, mark) => {
  expect(shown({ ...untouched('zenobia'), ...mark })).toBe('<span class="">806-555-0101</span>')
})

it('who may be contacted has links to call and text, and a code for a telephone', () => {
  const page = shown(untouched('zenobia'))
  expect(page).toContain('<a href="tel:+18065550101"')
  expect(page).toContain('<a href="sms:+18065550101" aria-label="Text 806-555-0101"')
  expect(page).toContain('aria-label="Code and contact of 806-555-0101"')
})

it('in the moment after the reveal a second press neither calls nor texts', () => {
  revealedContacts.justRevealed = { zenobia: true }
  const page = shown(untouched('zenobia'))
  revealedContacts.justRevealed = {}
  expect(page).toContain('<button type="button" disabled="" class=" text-left">806-555-0101')
  expect(page).toContain('<button type="button" disabled="" aria-label="Text 806-555-0101"')
  expect(page).not.toContain('tel:')
  expect(page).not.toContain('sms:')
})

it('before it is known whether a mark forbids it, the number is a button that asks first', () => {
  const page = shown(undefined)
  expect(page).toMatch(/^<button type="button" class=" text-left">806-555-0101<\/button>$/)
})
