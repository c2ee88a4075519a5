import { beforeEach, expect, it } from 'vitest'
import { shapeId } from '#sync/contract/shapes.ts'
import { copied } from '#tests/support/copied.ts'
import { FetchProgress } from './fetch-progress.ts'
import type { EarlyRows, RowChange } from './shape-batch.ts'

const LISTS = shapeId('lists', 'ada')
const POSITION = { handle: 'one', offset: '0_1' }

/** Milliseconds that each early row takes. */
let costMs: number
/** The number of rows of each early write. */
let overheadMs: number
let written: number[]
beforeEach(() => {
  costMs = 0.08
  overheadMs = 0
  written = []
})

const replica = {
  isReadFrom: false,
  async writeEarly({ rows }: EarlyRows) {
    const count = rows.keys.length
    written.push(count)
    return overheadMs + count * costMs
  },
}

const rowOf = (number: number) => ({
  ...{ id: String(number), owner_id: 'ada', name: 'A list', description: null },
  ...{ created_at: 'now', updated_at: 'now', deleted_at: null, created_by: 'ada' },
  ...{ updated_by: 'ada', moved_to: null },
})
/** An answer of whole rows, which one transaction wrote. */
const rows = (first: number, count: number) => ({
  rows: copied(
    'lists',
    Array.from({ length: count }, (_, index) => rowOf(first + index)),
  ),
  txids: [first],
  changes: [] as RowChange[],
})

it('writes as many early rows at once as take 40 ms, or 8 while the tables are read, from 100 to 2,500', async () => {
  const progress = new FetchProgress(LISTS, replica, undefined, true)
  await progress.take(rows(0, 1_250))
  expect(written).toEqual([250, 500, 500])
  costMs = 0.02
  await progress.take(rows(1_250, 2_500))
  expect(written.slice(3)).toEqual([500, 2_000])
  replica.isReadFrom = true
  await progress.take(rows(3_750, 1_000))
  expect(written.slice(5)).toEqual([400, 400, 200])
  costMs = 1
  await progress.take(rows(4_750, 600))
  expect(written.slice(8)).toEqual([400, 100, 100])
  replica.isReadFrom = false
  costMs = 0.001
  await progress.take(rows(5_350, 2_900))
  expect(written.slice(11)).toEqual([100, 2_500, 300])
  const batch = progress.endBatch(POSITION)
  expect(batch).toMatchObject({ isRefetch: true, hasEarlyRows: true, position: POSITION })
  expect(batch.changes.size).toBe(0)
  expect([...batch.txids].sort((one, other) => one - other)).toEqual([
    0, 1_250, 3_750, 4_750, 5_350,
  ])
})

it('does not take the few rows at the end of an answer for slow ones', async () => {
  costMs = 0.02
  overheadMs = 6
  const progress = new FetchProgress(LISTS, replica, undefined, true)
  await progress.take(rows(0, 260))
  await progress.take(rows(260, 1_000))
  expect(written).toEqual([250, 10, 909, 91])
})

it('leaves a small shape, and one whose rows are in the tables, to the batch', async () => {
  const small = new FetchProgress(LISTS, replica, undefined, true)
  await small.take(rows(0, 250))
  expect(written).toEqual([])
  expect(small.endBatch(POSITION)).toMatchObject({ hasEarlyRows: false, changes: { size: 250 } })
  const refused = new FetchProgress(
    LISTS,
    { writeEarly: async () => undefined, isReadFrom: false },
    undefined,
    true,
  )
  await refused.take(rows(0, 251))
  await refused.take(rows(251, 1))
  expect(refused.endBatch(POSITION)).toMatchObject({ hasEarlyRows: false, changes: { size: 252 } })
})

it('lets another stream go on after the parts received, and forgets them at a restart', async () => {
  const first = new FetchProgress(LISTS, replica, undefined, true)
  await first.take(rows(0, 300))
  first.reach(POSITION)
  expect(first.part).toMatchObject(POSITION)
  await first.take(rows(300, 20))
  const second = new FetchProgress(LISTS, replica, first.part, true)
  await second.take(rows(300, 10))
  second.reach({ ...POSITION, offset: '0_2' })
  expect(second.part).toMatchObject({ ...POSITION, offset: '0_2' })
  expect(written).toEqual([250, 50, 20, 10])
  expect(second.endBatch(POSITION)).toMatchObject({ hasEarlyRows: true, changes: { size: 0 } })
  first.restart()
  expect(first.part).toBeUndefined()
  expect(first.endBatch(POSITION)).toMatchObject({ hasEarlyRows: false, changes: { size: 0 } })
})

it('takes rows for changes from the first change of another kind on', async () => {
  const progress = new FetchProgress(LISTS, replica, undefined, true)
  const renamed = {
    value: { id: '1', owner_id: 'ada', name: 'Hearts' },
    headers: { operation: 'update', txids: [7] },
  }
  await progress.take({ ...rows(0, 300), changes: [renamed] })
  await progress.take(rows(300, 1_000))
  expect(written).toEqual([250, 50])
  const { changes, txids, hasEarlyRows } = progress.endBatch(POSITION)
  expect([hasEarlyRows, changes.size, [...txids]]).toEqual([true, 1_001, [0, 300, 7]])
  expect(changes.get('["ada","1"]')).toEqual({ kind: 'patch', row: renamed.value })
  expect(changes.get('["ada","1299"]')).toEqual({ kind: 'put', row: rowOf(1_299) })
})

it('takes rows for changes of those in the tables, where nothing is fetched anew', async () => {
  const progress = new FetchProgress(LISTS, replica, undefined, false)
  await progress.take(rows(0, 300))
  expect(written).toEqual([])
  expect(progress.endBatch(POSITION)).toMatchObject({ isRefetch: false, changes: { size: 300 } })
})
