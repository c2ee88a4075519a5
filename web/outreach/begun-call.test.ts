import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

let giveUp: AbortController
beforeEach(() => {
  drafts.clear()
  giveUp = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(giveUp.signal)
  vi.stubGlobal('navigator', { locks: { request } })
  session.me = { user: { id: 'ada' } } as typeof session.me
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The browser's one lock: all tabs take turns. */
let last: Promise<unknown> = Promise.resolve()
function request(_: string, { signal }: { signal: AbortSignal }, run: () => Promise<unknown>) {
  const tooLate = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  const turn = Promise.race([last, tooLate]).then(run)
  last = Promise.allSettled([last, turn])
  return turn
}

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

it('calls that are put off at once, here and in another tab, are all put off', async () => {
  vi.resetModules()
  const other = await import('./begun-call.ts')
  ;(await import('#web/session/session.ts')).session.me = session.me
  const ids = ['first', 'second', 'third']
  await Promise.all([putOffOutcome('first'), other.putOffOutcome('second'), putOffOutcome('third')])
  expect(await Promise.all(ids.map(isPutOff))).toEqual([true, true, true])
})

it('a tab that does not end keeps no question open', async () => {
  let end = () => {}
  last = new Promise<void>((resolve) => {
    end = resolve
  })
  const putOff = putOffOutcome('first')
  giveUp.abort(new DOMException('It took too long.', 'TimeoutError'))
  await putOff
  expect(await isPutOff('first')).toBe(false)
  end()
})

it('another account of the device knows nothing of them', async () => {
  await putOffOutcome('first')
  session.me = { user: { id: 'ben' } } as typeof session.me
  expect(await isPutOff('first')).toBe(false)
})
