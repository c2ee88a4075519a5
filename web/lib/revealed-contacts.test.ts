import { afterEach, expect, it, vi } from 'vitest'
import { toastStore } from '../ui/toast-store.ts'
import { reveal, revealedContacts } from './revealed-contacts.ts'

const contacts = [
  { kind: 'phone', value: '+15550100', source: 'synthetic', verified_at: null },
] as const

function answerWith(status: number, body: unknown) {
  const fetch = vi.fn(async () => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => {
  vi.unstubAllGlobals()
  revealedContacts.byPerson = {}
})

it('REVEAL-10 asks once for a person, however often it is pressed', async () => {
  const fetch = answerWith(200, { contacts })
  await Promise.all([reveal('a'), reveal('a')])
  await reveal('a')
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(revealedContacts.byPerson.a).toEqual(contacts)
})

it('REVEAL-05 shows why it failed, keeps nothing, and can be tried again', async () => {
  answerWith(500, { error: { code: 'internal_error', message: 'Something failed on our side.' } })
  await reveal('a')
  expect(revealedContacts.byPerson.a).toBeUndefined()
  expect(toastStore.current?.title).toBe('Failed to load contact information')
  const fetch = answerWith(200, { contacts })
  await reveal('a')
  expect(fetch).toHaveBeenCalledTimes(1)
})
