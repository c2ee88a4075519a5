import { subscribe } from 'valtio'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { asKnownNow, followContactsKnown, knownContacts } from './known-contacts.ts'
import { fetchContactsKnown } from './people-client.ts'

vi.mock('./people-client.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  fetchContactsKnown: vi.fn(),
}))

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const PHONE: ContactKnown = { kind: 'phone', verified_at: null, source: 'nppes', value_id: 7 }

const asked = vi.mocked(fetchContactsKnown)
const answer = (contact: ContactKnown) =>
  asked.mockImplementation(async (ids) => ids.map((id) => ({ id, contacts: [contact] })))
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
/** Each test has people of its own: what is known outlives a screen. */
let person = 0
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  page.visibilityState = 'visible'
  asked.mockReset()
  answer(PHONE)
  person += 1
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a contact that was reported wrong is lowered within a minute', async () => {
  stop = followContactsKnown([`p${person}`])
  await seconds(1)
  expect(knownContacts.byPerson[`p${person}`]).toEqual([PHONE])
  answer({ ...PHONE, is_disputed: true })
  await seconds(58)
  expect(knownContacts.byPerson[`p${person}`]).toEqual([{ ...PHONE, is_disputed: true }])
  expect(asked).toHaveBeenCalledTimes(2)
})

it('nobody who is known well enough is asked about again', async () => {
  stop = followContactsKnown([`p${person}`])
  await seconds(30)
  stop()
  stop = followContactsKnown([`p${person}`, `q${person}`])
  expect(asked.mock.calls).toEqual([[[`p${person}`]], [[`q${person}`]]])
})

it('a hidden page asks nothing, and asks once it is seen again', async () => {
  stop = followContactsKnown([`p${person}`])
  page.visibilityState = 'hidden'
  await seconds(300)
  expect(asked).toHaveBeenCalledTimes(1)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveBeenCalledTimes(2)
})

it('asks again soon where the server did not answer, and not once they are gone', async () => {
  asked.mockRejectedValueOnce(new ApiError('unreachable', 'The directory could not be reached.'))
  stop = followContactsKnown([`p${person}`])
  await seconds(11)
  expect(knownContacts.byPerson[`p${person}`]).toEqual([PHONE])
  stop()
  await seconds(300)
  expect(asked).toHaveBeenCalledTimes(2)
})

it('an answer is told to the cards once, and renders those alone whose contacts have changed', async () => {
  const [one, other] = [`p${person}`, `q${person}`]
  const told = vi.fn()
  const untell = subscribe(knownContacts, told, true)
  stop = followContactsKnown([one, other])
  await seconds(1)
  expect(told).toHaveBeenCalledOnce()
  const before = { ...knownContacts.byPerson }
  const disputed: ContactKnown = { ...PHONE, is_disputed: true }
  asked.mockResolvedValue([
    { id: one, contacts: [{ ...PHONE }] },
    { id: other, contacts: [disputed] },
  ])
  await seconds(58)
  untell()
  expect(told).toHaveBeenCalledTimes(2)
  expect(knownContacts.byPerson[one]).toBe(before[one])
  expect(knownContacts.byPerson[other]).toEqual([disputed])
})

it('a contact revealed before is as it is known now, unless its value is another one by now', () => {
  const revealed = { ...PHONE, value_id: 7, value: '806-555-0101', is_disputed: true } as const
  const checked = { ...PHONE, value_id: 7, verified_at: '2026-11-23T00:00:00Z' }
  expect(asKnownNow(revealed, [checked])).toEqual({ ...checked, value: '806-555-0101' })
  expect(asKnownNow(revealed, [{ ...checked, value_id: 8 }])).toBe(revealed)
  expect(asKnownNow(revealed, undefined)).toBe(revealed)
})
