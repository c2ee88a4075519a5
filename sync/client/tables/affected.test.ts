import { expect, it } from 'vitest'
import { type ShapeId, shapeId } from '#sync/contract/shapes.ts'
import { affectedBy, overtakenBy, type Pending } from './affected.ts'
import { type RowId, rowId } from './text-rows.ts'

const row = (name: string): RowId => rowId('lists', JSON.stringify(['ada', name]))
let seq = 0

function pending(accessed: { reads?: string[]; writes?: string[] }): Pending {
  seq += 1
  const id = String(seq)
  return {
    entry: { id, seq, name: 'lists.create', args: {}, created_at: '', state: { kind: 'waiting' } },
    accessed: {
      reads: new Set(accessed.reads?.map(row)),
      writes: new Set(accessed.writes?.map(row)),
    },
  }
}
const touched = (...names: string[]) => ({
  rows: new Set(names.map(row)),
  shapes: new Set<ShapeId>(),
})

it('leaves mutations of other rows in place', () => {
  const mutations = [pending({ writes: ['a'] }), pending({ writes: ['b'] })]
  expect([...affectedBy(mutations, touched('b'))]).toEqual([mutations[1]])
})

it('undoes who read a row, and who met what that one wrote', () => {
  const [reader, follower, stranger] = [
    pending({ reads: ['a'], writes: ['b'] }),
    pending({ reads: ['b'], writes: ['c'] }),
    pending({ reads: ['d'], writes: ['e'] }),
  ]
  const mutations = [reader, follower, stranger]
  expect([...affectedBy(mutations, touched('a'))]).toEqual([reader, follower])
})

it('undoes the earlier writer of a row together with the later', () => {
  const mutations = [pending({ writes: ['a'] }), pending({ reads: ['z'], writes: ['a'] })]
  expect([...affectedBy(mutations, touched('z'))]).toEqual([mutations[1], mutations[0]])
})

it('undoes the mutations that met a shape which is replaced as a whole', () => {
  const mutations = [pending({ reads: ['a'] }), pending({ writes: ['b'] }), pending({})]
  const whole = (owner: string) => ({
    rows: new Set<RowId>(),
    shapes: new Set([shapeId('lists', owner)]),
  })
  expect([...affectedBy(mutations, whole('ada'))]).toEqual(mutations.slice(0, 2))
  expect([...affectedBy(mutations, whole('ad'))]).toEqual([])
})

it('finds later ones that are met by one that runs again', () => {
  const [earlier, again, later, reader] = [
    pending({ writes: ['a'] }),
    pending({}),
    pending({ writes: ['a'] }),
    pending({ reads: ['b'] }),
  ]
  const mutations = [earlier, again, later, reader]
  const { accessed } = pending({ reads: ['a'], writes: ['b'] })
  const overtaken = overtakenBy(mutations, new Map([[again, accessed]]), [earlier, later, reader])
  expect([...overtaken]).toEqual([later, reader])
})
