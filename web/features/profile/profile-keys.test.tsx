// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import { PATIENCE } from '#tests/support/soon.ts'
import { askForList } from '#web/lib/lists/ask-for-list.ts'
import { askToEmail } from '#web/outreach/ask-to-email.ts'
import { reveal } from '#web/replica/revealed-contacts.ts'
import { ProfileView } from './profile-view.tsx'

vi.mock('#web/lib/lists/ask-for-list.ts', () => ({ askForList: vi.fn() }))
vi.mock('#web/outreach/ask-to-email.ts', () => ({ askToEmail: vi.fn(), hasEmail: () => false }))
vi.mock('#web/replica/revealed-contacts.ts', async (original) => ({
  ...(await original<typeof import('#web/replica/revealed-contacts.ts')>()),
  reveal: vi.fn(),
}))
vi.mock('./contact-button.tsx', () => ({ ContactButton: () => null }))
vi.mock('./export-profile.tsx', () => ({ ExportProfile: () => null }))
vi.mock('./favorite-star.tsx', () => ({ FavoriteStar: () => null }))

beforeEach(() => vi.clearAllMocks())
afterEach(cleanup)

function show(contacts: object[]): Candidate {
  const whole = { id: 'p1', skills: [], education: null, connections: null, contacts }
  const person = whole as unknown as Candidate
  render(<ProfileView person={person} />)
  return person
}
const press = (key: string, modifiers = {}) => fireEvent.keyDown(document, { key, ...modifiers })

it('PROFILE-04 the key R reveals, where a contact is known', () => {
  show([{ kind: 'phone', source: 'nppes', verified_at: null }])
  press('r', { ctrlKey: true })
  expect(reveal).not.toHaveBeenCalled()
  press('R')
  expect(reveal).toHaveBeenCalledExactlyOnceWith('p1')
  cleanup()
  show([])
  press('r')
  expect(reveal).toHaveBeenCalledTimes(1)
})

it('the keys L and E add the person to a list, and write to them', () => {
  const person = show([])
  press('l')
  expect(askForList).toHaveBeenCalledExactlyOnceWith(['p1'])
  press('e')
  expect(askToEmail).toHaveBeenCalledExactlyOnceWith(person)
})

it('the key ? lists the keys, once however often it is pressed', async () => {
  show([])
  press('?')
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }, PATIENCE)
  expect(help.textContent).toContain('Keep as a favoriteS')
  press('?')
  expect(screen.getAllByRole('dialog')).toEqual([help])
})
