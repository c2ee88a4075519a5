import { expect, it } from 'vitest'
import { shapeId } from '#sync/contract/shapes.ts'
import { UnreadableShapeError } from './checked-rows.ts'
import { foldChanges, type RowChange } from './shape-batch.ts'

const FULL = {
  owner_id: 'ada',
  key: 'theme',
  value: '"dark"',
  updated_at: '2026-01-31 12:00:00+00',
}
const SETTINGS = shapeId('user_settings', 'ada')
const KEY = JSON.stringify(['ada', 'theme'])
const change = (operation: string, value: object, txids?: number[]) =>
  ({ value, headers: { operation, ...(txids && { txids }) } }) as RowChange

it('makes one change of many to a row, and keeps their transactions', () => {
  const folded = foldChanges(SETTINGS, [
    change('insert', FULL, [7]),
    change('update', { owner_id: 'ada', key: 'theme', value: '"light"' }, [8, 9]),
  ])
  expect([...folded.changes]).toEqual([[KEY, { kind: 'put', row: { ...FULL, value: '"light"' } }]])
  expect([...folded.txids]).toEqual([7, 8, 9])
})

it('lets a row be removed and made again', () => {
  const key = { owner_id: 'ada', key: 'theme' }
  const changes = [change('update', { ...key, value: '1' }), change('delete', key)]
  expect(foldChanges(SETTINGS, changes).changes.get(KEY)).toEqual({ kind: 'remove' })
  const again = foldChanges(SETTINGS, [...changes, change('insert', FULL)])
  expect(again.changes.get(KEY)).toEqual({ kind: 'put', row: FULL })
})

it('takes columns of a newer server for what they are: not its business', () => {
  const { changes } = foldChanges(SETTINGS, [change('insert', { ...FULL, colour: 'red' })])
  expect(changes.get(KEY)).toEqual({ kind: 'put', row: FULL })
})

it.each([
  ['without its key', [change('delete', { owner_id: 'ada' })]],
  ["of another owner's row", [change('insert', { ...FULL, owner_id: 'bob' })]],
  ['of an unknown operation', [change('truncate', FULL)]],
  ['without a column', [change('insert', { ...FULL, value: undefined })]],
  ['with a value that is not text', [change('insert', { ...FULL, value: 1 })]],
  ['to a row that was removed', [change('delete', FULL), change('update', FULL)]],
])('does not read a change %s', (_, changes) => {
  expect(() => foldChanges(SETTINGS, changes)).toThrow(UnreadableShapeError)
})
