import { expect, it } from 'vitest'
import type { ShapeName } from '../contract/shapes.ts'
import { Settlement } from './settlement.ts'
import type { ShapeBatch } from './shape-batch.ts'

const applied = (txid: number, tables: ShapeName[]) =>
  ({ kind: 'applied', txid, lsn: '1000', tables }) as const

function batch(shape: ShapeName, more: Partial<ShapeBatch> & { lsn?: string } = {}): ShapeBatch {
  const { lsn = null, ...rest } = more
  const position = { handle: 'h', offset: '1_0', lsn }
  return { shape, isRefetch: false, changes: new Map(), txids: new Set(), position, ...rest }
}

it('settles at once what changed nothing', () => {
  expect(new Settlement().await('m', applied(7, []), 1)).toBe(true)
})

it('settles a mutation when its transaction came in every shape it changed', () => {
  const settlement = new Settlement()
  expect(settlement.await('m', applied(7, ['lists', 'list_members']), 1)).toBe(false)
  const lists = batch('lists', { txids: new Set([6, 7]) })
  expect(settlement.settledWith(lists)).toEqual([])
  expect(settlement.note(lists)).toEqual([])
  expect(settlement.settledWith(lists)).toEqual([])
  expect([...settlement.awaitedShapes]).toEqual(['list_members'])
  const members = batch('list_members', { txids: new Set([7]) })
  expect(settlement.settledWith(members)).toEqual(['m'])
  expect(settlement.note(members)).toEqual(['m'])
  expect(settlement.settledWith(members)).toEqual([])
  expect(settlement.awaitedShapes.size).toBe(0)
})

it('remembers a transaction that came before its answer', () => {
  const settlement = new Settlement()
  settlement.note(batch('lists', { txids: new Set([7]) }))
  expect(settlement.await('m', applied(7, ['lists']), 1)).toBe(true)
  expect(settlement.await('n', applied(7, ['list_members']), 1)).toBe(false)
})

it('settles by position what brings no transaction, and not before it is reached', () => {
  const settlement = new Settlement()
  settlement.await('m', applied(7, ['lists']), 1)
  expect(settlement.note(batch('lists', { lsn: '999' }))).toEqual([])
  expect(settlement.note(batch('list_members', { lsn: '1000' }))).toEqual([])
  expect(settlement.note(batch('lists', { lsn: '1000', isRefetch: true }))).toEqual(['m'])
  expect(settlement.await('n', applied(8, ['lists']), 2)).toBe(true)
})

it('settles by a live request that ended quietly and names no position, if it began after the answer', () => {
  const settlement = new Settlement()
  settlement.await('m', applied(7, ['lists']), 5)
  expect(settlement.note(batch('lists', { quietSince: 4 }))).toEqual([])
  expect(settlement.note(batch('lists', { quietSince: 6 }))).toEqual(['m'])
})

it('keeps a mutation while the stream says that it has not come to it, however quiet it is', () => {
  const settlement = new Settlement()
  settlement.await('m', applied(7, ['lists']), 5)
  const behind = batch('lists', { lsn: '999', quietSince: 6 })
  expect(settlement.settledWith(behind)).toEqual([])
  expect(settlement.note(behind)).toEqual([])
  expect(settlement.note(batch('lists', { lsn: '1000', quietSince: 8 }))).toEqual(['m'])
})

it('waits for no position for ever: after many looks without news they began anew', () => {
  const settlement = new Settlement()
  settlement.await('m', applied(7, ['lists', 'list_members']), 5)
  settlement.note(batch('list_members', { txids: new Set([7]) }))
  const behind = batch('lists', { lsn: '12' })
  const changed = new Map([['k', { kind: 'remove' } as const]])
  for (let look = 1; look <= 30; look++) {
    expect(settlement.note({ ...behind, changes: changed })).toEqual([])
    expect(settlement.settledWith(behind)).toEqual([])
    expect(settlement.note(behind)).toEqual([])
  }
  expect(settlement.settledWith(behind)).toEqual(['m'])
  expect(settlement.note(behind)).toEqual(['m'])
})
