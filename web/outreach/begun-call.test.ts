import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '#web/session/session.ts'
import { isPutOff, numberOf, putOffOutcome, rememberNumber } from './begun-call.ts'

const drafts = vi.hoisted(() => new Map<string, object>())
vi.mock('#web/replica/first-paint-cache.ts', () => ({
  readDraft: async (id: string, place: string) => drafts.get(`${id} ${place}`),
  storeDraft: async (id: string, place: string, own: object) => {
    drafts.set(`${id} ${place}`, own)
    return true
  },
}))
beforeEach(() => {
  drafts.clear()
  session.me = { user: { id: 'ada' } } as typeof session.me
})

const NUMBER = { candidate_id: 'zenobia', kind: 'phone', value_id: 1 } as const

it('a call that was put off stays so, and keeps its number, whatever is put off or begun later', async () => {
  await rememberNumber('first', NUMBER)
  await putOffOutcome('first')
  await putOffOutcome('older')
  expect([await isPutOff('first'), await isPutOff('older')]).toEqual([true, true])
  expect(await numberOf('first')).toEqual(NUMBER)
  await rememberNumber('second')
  expect([await isPutOff('first'), await isPutOff('second')]).toEqual([true, false])
})

it('another account of the device knows nothing of them', async () => {
  await putOffOutcome('first')
  session.me = { user: { id: 'ben' } } as typeof session.me
  expect(await isPutOff('first')).toBe(false)
})
