import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { knownContacts } from '#web/lib/people/known-contacts.ts'
import { revealedContacts } from '#web/replica/revealed-contacts.ts'
import { MemberContacts } from './member-contacts.tsx'

const refused = vi.hoisted(() => ({ actions: [] as string[] }))
vi.mock('#web/session/session.ts', async (load) => ({
  ...(await load<typeof import('#web/session/session.ts')>()),
  useIsRefused: (action: string) => refused.actions.includes(action),
}))

const PERSON = { id: 'zoe', name: 'Zoe', list: { id: 'nights', owner_id: 'me' } }
const PHONE: ContactKnown = { kind: 'phone', verified_at: null, source: 'nppes', value_id: 7 }
const EMAIL: ContactKnown = { kind: 'work_email', verified_at: null, source: 'csv', value_id: 8 }

afterEach(() => {
  revealedContacts.byPerson = {}
  knownContacts.byPerson = {}
  refused.actions = []
})

const words = () =>
  renderToStaticMarkup(<MemberContacts person={PERSON} kinds={['phone']} />)
    .replace(/<[^>]+>/g, '')
    .replace(/ +/g, ' ')

it('says of each contact how old it is, where it is from and that it was reported wrong', () => {
  expect(words()).toContain('mobile')
  knownContacts.byPerson = {
    zoe: [{ ...PHONE, listed_at: new Date(Date.now() - 3 * 86_400_000).toISOString() }, EMAIL],
  }
  expect(words()).toContain('mobile, listed 3 days ago\u00a0·\u00a0NPPES')
  knownContacts.byPerson = { zoe: [{ ...PHONE, is_disputed: true }] }
  expect(words()).toContain('mobile, reported wrong by two\u00a0·\u00a0NPPES')
})

it('says so of a number that was revealed before, and not of another one', () => {
  revealedContacts.byPerson = { zoe: [{ ...PHONE, value: '806-555-0101' }] }
  knownContacts.byPerson = { zoe: [{ ...PHONE, is_disputed: true }] }
  expect(words()).toContain('reported wrong by two')
  knownContacts.byPerson = { zoe: [{ ...PHONE, value_id: 9, is_disputed: true }] }
  expect(words()).not.toContain('reported wrong by two')
})

it('has the same order before and after the reveal', () => {
  const direct: ContactKnown = { ...PHONE, kind: 'direct_phone', value_id: 9 }
  knownContacts.byPerson = { zoe: [EMAIL, direct, PHONE] }
  const order = /mobile.*direct line.*work/
  expect(words()).toMatch(order)
  revealedContacts.byPerson = {
    zoe: [
      { ...direct, value: '806-555-0102' },
      { ...PHONE, value: '806-555-0101' },
      { ...EMAIL, value: 'zoe@clinic.test' },
    ],
  }
  expect(words()).toMatch(order)
})

it('the button that reveals looks refused to an account without a plan', () => {
  const html = () => renderToStaticMarkup(<MemberContacts person={PERSON} kinds={['phone']} />)
  expect(html()).not.toContain('data-restricted')
  refused.actions = ['contact.reveal']
  expect(html()).toContain('data-restricted')
})

it('shows of an address as of a number that it can be copied', () => {
  revealedContacts.byPerson = {
    zoe: [
      { ...PHONE, value: '806-555-0101' },
      { ...EMAIL, value: 'zoe@clinic.test' },
    ],
  }
  const html = renderToStaticMarkup(<MemberContacts person={PERSON} kinds={['phone']} />)
  expect(html.match(/lucide-copy/g)).toHaveLength(2)
})
