import { expect, it, vi } from 'vitest'
import {
  following,
  inserted,
  queryOf,
  renamed,
  SNAPSHOT,
  says,
  snapshotEnd,
} from '#tests/support/followed-shape.ts'
import type { Answer } from '#tests/support/scripted-fetch.ts'
import { soon } from '#tests/support/soon.ts'
import type { EarlyRows } from './shape-batch.ts'

/** The snapshot rows of a long shape, in two answers, and what was committed since. */
const longShape = () => {
  const rows = Array.from({ length: 650 }, (_, index) => inserted(index + 1))
  return [
    says(rows.slice(0, 400), { offset: '0_0', upToDate: null }),
    says([...rows.slice(400), snapshotEnd], { offset: '0_1', upToDate: null }),
    says([renamed('Hearts', 13), inserted(651, 14)], { offset: '7_0' }),
  ]
}
const sizes = (earlyWrites: EarlyRows[]) =>
  earlyWrites.map(({ rows, isFirst }) => [rows.keys.length, isFirst])

it('writes the rows of a long fetch ahead, and leaves to its batch what changes them', async () => {
  const { batches, earlyWrites, faults } = following(longShape())
  await soon(() => expect(batches).toHaveLength(1))
  expect(sizes(earlyWrites)).toEqual([
    [250, true],
    [150, false],
    [250, false],
  ])
  expect(new Set(earlyWrites.flatMap(({ rows }) => rows.keys)).size).toBe(650)
  expect(batches[0]).toMatchObject({ isRefetch: true, hasEarlyRows: true, snapshot: SNAPSHOT })
  expect([...(batches[0]?.changes.values() ?? [])]).toMatchObject([
    { kind: 'patch', row: { name: 'Hearts' } },
    { kind: 'put', row: inserted(651).value },
  ])
  expect([...(batches[0]?.txids ?? [])].sort()).toEqual([13, 14])
  expect(faults).toEqual([])
})

it('writes ahead rows that were committed after the snapshot, until the first that changes one', async () => {
  const rows = Array.from({ length: 400 }, (_, index) => inserted(index + 2, 13))
  const { batches, earlyWrites, live } = following([
    says([inserted(1)], { offset: '0_0', upToDate: null }),
    says([...rows, renamed('Hearts', 14)], { offset: '6_0', upToDate: null }),
    says([inserted(402, 15), renamed('Lungs', 16)], { offset: '7_0' }),
  ])
  await soon(() => expect(batches).toHaveLength(1))
  expect(sizes(earlyWrites)).toEqual([
    [250, true],
    [151, false],
  ])
  expect([...(batches[0]?.changes.values() ?? [])]).toMatchObject([
    { kind: 'patch', row: { name: 'Lungs' } },
    { kind: 'put', row: inserted(402).value },
  ])
  expect([...(batches[0]?.txids ?? [])].sort()).toEqual([13, 14, 15, 16])
  await soon(() => expect(live).toHaveLength(1))
  live[0]?.answer(says([renamed('Hands', 17)], { offset: '8_0' }))
  await soon(() => expect(batches).toHaveLength(2))
  expect(batches[1]).toMatchObject({ isRefetch: false, hasEarlyRows: false })
  expect([...(batches[1]?.txids ?? [])]).toEqual([17])
})

it('leaves all rows to the batch where the tables hold earlier ones', async () => {
  const { batches, earlyWrites } = following(longShape(), { onEarlyRows: async () => undefined })
  await soon(() => expect(batches).toHaveLength(1))
  expect(sizes(earlyWrites)).toEqual([[250, true]])
  expect(batches[0]).toMatchObject({ isRefetch: true, hasEarlyRows: false })
  expect(batches[0]?.changes.size).toBe(651)
})

it('goes on behind the rows that were written ahead when the server was away', async () => {
  const [first, ...others] = longShape()
  const answers = [first, new TypeError('No network.'), ...others] as Answer[]
  const { batches, earlyWrites, sent, refetch } = following(answers)
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent.map(queryOf).map(({ offset }) => offset)).toEqual(['-1', '0_0', '0_0', '0_1'])
  expect(sizes(earlyWrites)).toEqual([
    [250, true],
    [150, false],
    [250, false],
  ])
  expect(batches[0]).toMatchObject({ isRefetch: true, hasEarlyRows: true })
  expect(refetch).not.toHaveBeenCalled()
})

it('fetches a shape anew whose rows could not be written ahead', async () => {
  const onEarlyRows = vi.fn().mockRejectedValueOnce(new Error('The disk is full.'))
  const [first, ...others] = longShape()
  const anew = () => says([inserted(1)], { handle: 'h2', offset: '0_0' })
  // While the first is written, up to two more are asked for.
  const answer = (sent: { path: string }) =>
    queryOf(sent).offset === '-1' ? anew() : (others.shift() ?? anew())
  const { batches, faults, sent } = following([first, answer, answer, answer] as Answer[], {
    onEarlyRows,
  })
  await soon(() => expect(batches).toHaveLength(1))
  expect(faults).toEqual([new Error('The disk is full.')])
  expect(sent.map(queryOf).at(-1)).toEqual({ offset: '-1' })
  expect(batches[0]).toMatchObject({ isRefetch: true, hasEarlyRows: false })
})
