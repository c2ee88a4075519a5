import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '#web/session/session.ts'
import { forgetMessageTo, keepMessage, keptMessageTo } from './kept-message.ts'
import { places, writes } from './kept-places-fixture.ts'
import { forgetWorkAbout } from './kept-work.ts'

vi.mock('#web/replica/first-paint-cache.ts', () => import('./kept-places-fixture.ts'))

const signIn = (id: string | null) => {
  session.me = (id && { user: { id } }) as typeof session.me
}
beforeEach(() => {
  places.clear()
  signIn('ada')
})

const HELLO = { subject: 'Nights', body: 'Hello Una', team: null }

it('an e-mail that was being written is there after the same account signed in again, for no other', async () => {
  keepMessage('una', { ...HELLO, body: 'Hel' })
  keepMessage('una', HELLO)
  expect(await keptMessageTo('una')).toEqual(HELLO)
  signIn(null)
  expect(await keptMessageTo('una')).toBeUndefined()
  signIn('ben')
  expect(await keptMessageTo('una')).toBeUndefined()
  signIn('ada')
  expect(await keptMessageTo('una')).toEqual(HELLO)
  expect(await keptMessageTo('vera')).toBeUndefined()
})

it('of texts typed while one is being written, the last is written alone', async () => {
  keepMessage('una', { ...HELLO, body: 'H' })
  await keptMessageTo('una')
  writes.length = 0
  for (const body of ['He', 'Hel', 'Hell', 'Hello']) keepMessage('una', { ...HELLO, body })
  expect(await keptMessageTo('una')).toMatchObject({ body: 'Hello' })
  expect(writes).toEqual([[{ ...HELLO, body: 'Hello' }]])
})

it('the e-mail to each person is kept, also once another was written to', async () => {
  keepMessage('una', HELLO)
  keepMessage('vera', { ...HELLO, body: 'Hello Vera' })
  expect(await keptMessageTo('una')).toEqual(HELLO)
  expect(await keptMessageTo('vera')).toMatchObject({ body: 'Hello Vera' })
})

it('an e-mail that was emptied is not kept', async () => {
  keepMessage('una', HELLO)
  keepMessage('una', { subject: '', body: '', team: null })
  expect(await keptMessageTo('una')).toBeUndefined()
  expect(places.size).toBe(0)
})

it('an e-mail that was sent, or is to a removed person, is forgotten', async () => {
  keepMessage('una', HELLO)
  forgetMessageTo('vera')
  expect(await keptMessageTo('una')).toEqual(HELLO)
  forgetMessageTo('una')
  expect(await keptMessageTo('una')).toBeUndefined()
  keepMessage('una', HELLO)
  await forgetWorkAbout(['vera'])
  expect(await keptMessageTo('una')).toEqual(HELLO)
  await forgetWorkAbout(['vera', 'una'])
  expect(await keptMessageTo('una')).toBeUndefined()
})

it('an e-mail that was just sent is not there for who writes to the same person at once', async () => {
  keepMessage('una', HELLO)
  forgetMessageTo('una')
  expect(await keptMessageTo('una')).toBeUndefined()
  keepMessage('vera', HELLO)
  forgetMessageTo('una')
  expect(await keptMessageTo('vera')).toEqual(HELLO)
})

it('an e-mail that began with a template of a team goes with the team', async () => {
  const text = { ...HELLO, team: 'north' }
  keepMessage('una', text)
  expect(await keptMessageTo('una')).toEqual(text)
  expect(places.get('ada work.message una')).toEqual([{}, text])
  // The device has only what is left when its account leaves the team.
  places.set('ada work.message una', [{}])
  expect(await keptMessageTo('una')).toBeUndefined()
})
