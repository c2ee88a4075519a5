import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { formatClock } from '#web/lib/format-time.ts'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { followReports } from './contact-reports.ts'
import { forgetContacts, reveal, revealAll, revealedContacts } from './revealed-contacts.ts'

const contacts = [
  { kind: 'phone', value: '+15550100', source: 'synthetic', verified_at: null, value_id: 7 },
] as const

function signIn(role: Me['role'], id = 'ada') {
  const user = { id, email: `${id}@example.com`, name: id, created_at: '2026-01-01T00:00:00Z' }
  const me = { user, role, tier: null, grants: [], isAdmin: false }
  session.me = me as unknown as Me
  session.isKnown = true
}

function answerWith(status: number, body: unknown) {
  const fetch = vi.fn(async () => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

/** Valtio notifies subscribers a moment after a change. */
const told = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(async () => {
  signIn('subscriber')
  await told()
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  session.me = null
  await told()
})

it('REVEAL-10 asks once for a person, however often it is pressed', async () => {
  const fetch = answerWith(200, { contacts })
  await Promise.all([reveal('a'), reveal('a')])
  await reveal('a')
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(revealedContacts.byPerson.a).toEqual(contacts)
})

it('a reveal before it is known who is signed in waits for that, and stays', async () => {
  const me = { ...session.me, subscription: {} }
  session.me = null
  session.isKnown = false
  await told()
  const fetch = vi.fn(async (url: string) =>
    Response.json(url.endsWith('/api/me') ? me : { contacts }),
  )
  vi.stubGlobal('fetch', fetch)
  await reveal('early')
  await told()
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([
    expect.stringMatching(/\/api\/me$/),
    expect.stringMatching(/\/contact$/),
  ])
  expect(revealedContacts.byPerson.early).toEqual(contacts)
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

it('REVEAL-03 shows a free user what is needed, and asks for nothing', async () => {
  signIn('free')
  await told()
  const fetch = answerWith(200, { contacts })
  await reveal('a')
  expect(fetch).not.toHaveBeenCalled()
  expect(toastStore.current).toMatchObject({
    title: 'Subscription required',
    description: 'You need an active subscription to view contact information',
  })
})

it('REVEAL-11 forgets with the account, and when the plan lapses', async () => {
  answerWith(200, { contacts })
  await reveal('a')
  signIn('free')
  await told()
  expect(revealedContacts.byPerson).toEqual({})
  signIn('subscriber')
  await told()
  await reveal('a')
  signIn('subscriber', 'ben')
  await told()
  expect(revealedContacts.byPerson).toEqual({})
})

it('REVEAL-11 keeps no answer that comes after its account has gone', async () => {
  let answer = (_: Response): void => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const revealing = reveal('late')
  await told()
  signIn('subscriber', 'ben')
  await told()
  answer(Response.json({ contacts }))
  await revealing
  expect(revealedContacts.byPerson).toEqual({})
})

it('REVEAL-08 lets go of a contact once its day is over', async () => {
  vi.useFakeTimers()
  answerWith(200, { contacts })
  await reveal('a')
  await vi.advanceTimersByTimeAsync(24 * 3_600_000 - 1)
  expect(revealedContacts.byPerson.a).toEqual(contacts)
  await vi.advanceTimersByTimeAsync(1)
  expect(revealedContacts.byPerson.a).toBeUndefined()
})

it('DEMO-08 what the last use of a grant revealed is there to read, until the next is refused', async () => {
  signIn('demo')
  Object.assign(session.me ?? {}, { grants: ['viewContactInfo'] })
  await told()
  const me = { ...session.me, grants: [], subscription: {} }
  const error = { code: 'subscription_required', message: 'x' }
  const fetch = vi.fn(async (url: string) => {
    if (url.endsWith('/api/me')) return Response.json(me)
    return url.includes('/b/')
      ? Response.json({ error }, { status: 403 })
      : Response.json({ contacts })
  })
  vi.stubGlobal('fetch', fetch)
  await reveal('a')
  await told()
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(revealedContacts.byPerson.a).toEqual(contacts)
  await reveal('b')
  await vi.waitFor(() => expect(session.me?.grants).toEqual([]))
})

it('says when a spent budget is there again', async () => {
  const resetsAt = '2026-01-02T00:00:00.000Z'
  answerWith(429, { error: { code: 'budget_spent', message: 'Spent.', data: { resetsAt } } })
  await reveal('a')
  expect(toastStore.current?.description).toContain(
    `You can reveal again at ${formatClock(resetsAt)}.`,
  )
})

it('REVEAL-11 lets go of a person who had themselves removed, and of nobody else', async () => {
  answerWith(200, { contacts })
  await Promise.all([reveal('a'), reveal('b')])
  await forgetContacts(['a'])
  expect(Object.keys(revealedContacts.byPerson)).toEqual(['b'])
})

it('shows no value that was reported wrong, whenever it is revealed, and shows it again', async () => {
  answerWith(200, { contacts })
  await reveal('a')
  followReports([
    { candidate_id: 'a', kind: 'phone', value_id: 7, reason: 'left', state: 'received' },
    { candidate_id: 'b', kind: 'phone', value_id: 7, reason: 'left', state: 'disputed' },
    { candidate_id: 'c', kind: 'phone', value_id: 6, reason: 'left', state: 'received' },
  ])
  await Promise.all([reveal('b'), reveal('c')])
  expect(revealedContacts.byPerson).toEqual({ a: [], b: [], c: contacts })
  followReports([])
  await told()
  expect(revealedContacts.byPerson).toEqual({ a: contacts, b: contacts, c: contacts })
})

it('reveals many in their order, 25 a call, without those who are here', async () => {
  answerWith(200, { contacts })
  await reveal('person 3')
  const ids = Array.from({ length: 31 }, (_, index) => `person ${index}`)
  const asked: string[][] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_path: string, init: { body: string }) => {
      asked.push(JSON.parse(init.body).ids)
      const people = asked.at(-1)?.map((id) => ({ id, contacts }))
      return Response.json({ people, remaining: { today: 0 } })
    }),
  )
  expect(await revealAll(ids)).toBe(30)
  expect(asked.map(({ length }) => length)).toEqual([25, 5])
  expect(asked.flat()).toEqual(ids.filter((id) => id !== 'person 3'))
  expect(revealedContacts.byPerson['person 30']).toEqual(contacts)
  expect(revealedContacts.isRevealing).toEqual({})
})

it('of many, keeps those who were revealed before the budget ended, and says that it did', async () => {
  let turn = 0
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_path: string, init: { body: string }) => {
      turn += 1
      const [first] = JSON.parse(init.body).ids
      if (turn === 1)
        return Response.json({ people: [{ id: first, contacts }], remaining: { today: 0 } })
      const error = { code: 'budget_spent', message: '', data: {} }
      return Response.json({ error }, { status: 429 })
    }),
  )
  const ids = Array.from({ length: 60 }, (_, index) => `other ${index}`)
  expect(await revealAll(ids)).toBe(1)
  expect(turn).toBe(2)
  expect(revealedContacts.byPerson['other 0']).toEqual(contacts)
  expect(toastStore.current?.title).toBe('All of today’s reveals are used')
})
