import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '#web/session/session.ts'
import { forgetMessageTo, keepMessage, keptMessageTo } from './kept-message.ts'

const drafts = vi.hoisted(() => new Map<string, object[]>())
const written = vi.hoisted((): object[] => [])
vi.mock('#web/replica/first-paint-cache.ts', () => ({
  readDraft: async (id: string, place: string) => {
    const rows = drafts.get(`${id} ${place}`)
    return rows && Object.assign({}, ...rows)
  },
  storeDraft: async (id: string, place: string, own: object, ofTeam?: { work: object }) => {
    written.push(own)
    drafts.set(`${id} ${place}`, ofTeam ? [own, ofTeam.work] : [own])
    return true
  },
  removeDrafts: async (id: string, places: string[]) => {
    for (const place of places) drafts.delete(`${id} ${place}`)
  },
}))

const signIn = (id: string | null) => {
  session.me = (id && { user: { id } }) as typeof session.me
}
beforeEach(() => {
  drafts.clear()
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
  written.length = 0
  for (const body of ['He', 'Hel', 'Hell', 'Hello']) keepMessage('una', { ...HELLO, body })
  expect(await keptMessageTo('una')).toMatchObject({ body: 'Hello' })
  expect(written).toEqual([{ ...HELLO, body: 'Hello' }])
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
  expect(drafts.size).toBe(0)
})

it('an e-mail that was sent, or is to a removed person, is forgotten', async () => {
  keepMessage('una', HELLO)
  await forgetMessageTo(['vera'])
  expect(await keptMessageTo('una')).toEqual(HELLO)
  await forgetMessageTo(['vera', 'una'])
  expect(await keptMessageTo('una')).toBeUndefined()
})

it('an e-mail that was just sent is not there for who writes to the same person at once', async () => {
  keepMessage('una', HELLO)
  void forgetMessageTo(['una'])
  expect(await keptMessageTo('una')).toBeUndefined()
  keepMessage('vera', HELLO)
  void forgetMessageTo(['una'])
  expect(await keptMessageTo('vera')).toEqual(HELLO)
})

it('an e-mail that began with a template of a team goes with the team', async () => {
  const text = { ...HELLO, team: 'north' }
  keepMessage('una', text)
  expect(await keptMessageTo('una')).toEqual(text)
  expect(drafts.get('ada work.message una')).toEqual([{}, text])
  // The device has only what is left when its account leaves the team.
  drafts.set('ada work.message una', [{}])
  expect(await keptMessageTo('una')).toBeUndefined()
})
