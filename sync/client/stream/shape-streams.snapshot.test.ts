import { expect, it } from 'vitest'
import {
  following,
  inserted,
  mustRefetch,
  queryOf,
  renamed,
  SNAPSHOT,
  says,
  snapshotEnd,
} from '#tests/support/followed-shape.ts'
import { soon } from '#tests/support/soon.ts'

it('hands out with a whole shape what its snapshot saw, in whichever part that was said', async () => {
  const { batches, live, faults, onUnknown } = following([
    says([inserted(1)], { offset: '0_0', upToDate: null }),
    says([inserted(2), snapshotEnd], { offset: '0_1', upToDate: null }),
    says([inserted(3, 12)], { offset: '7_0' }),
  ])
  await soon(() => expect(live).toHaveLength(1))
  live[0]?.answer(says([renamed('Hearts', 13)], { offset: '8_0' }))
  await soon(() => expect(batches).toHaveLength(2))
  expect(batches.map(({ isRefetch, snapshot }) => [isRefetch, snapshot])).toEqual([
    [true, SNAPSHOT],
    [false, null],
  ])
  expect(batches[0]?.changes.size).toBe(3)
  expect([...(batches[0]?.txids ?? [])]).toEqual([12])
  expect([faults, onUnknown.mock.calls]).toEqual([[], []])
})

it('keeps what a snapshot saw while a later part is asked for again, be there no row in it', async () => {
  const { batches, sent } = following([
    says([snapshotEnd], { offset: '0_0', upToDate: null }),
    new TypeError('fetch failed'),
    says([], { offset: '0_inf' }),
  ])
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent.map(queryOf)[2]).toEqual({ handle: 'h', offset: '0_0' })
  expect(batches[0]).toMatchObject({ isRefetch: true, snapshot: SNAPSHOT })
})

it('forgets what a snapshot saw of a shape that begins anew meanwhile', async () => {
  const { batches } = following([
    says([inserted(1), snapshotEnd], { offset: '0_0', upToDate: null }),
    mustRefetch('h2'),
    says([inserted(2)], { handle: 'h2', offset: '0_0' }),
  ])
  await soon(() => expect(batches).toHaveLength(1))
  expect(batches[0]).toMatchObject({ isRefetch: true, snapshot: null })
})
