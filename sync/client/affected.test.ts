import { expect, it } from 'vitest'
import type { ShapeName } from '../contract/shapes.ts'
import { affectedBy, overtakenBy, type Pending } from './affected.ts'
import { type RowId, rowId } from './text-rows.ts'

const row = (name: string): RowId => rowId('lists', name)
let seq = 0

function pending(trace: { reads?: string[]; writes?: string[]; searched?: ShapeName[] }): Pending {
  seq += 1
  const id = String(seq)
  return {
    entry: { id, seq, name: 'lists.create', args: {}, created_at: '', state: { kind: 'waiting' } },
    trace: {
      reads: new Set(trace.reads?.map(row)),
      searched: new Set(trace.searched),
      writes: new Set(trace.writes?.map(row)),
    },
  }
}
const touched = (...names: string[]) => ({
  rows: new Set(names.map(row)),
  shapes: new Set<ShapeName>(),
})

it('LISTS-11 leaves mutations of other rows in place', () => {
  const mutations = [pending({ writes: ['a'] }), pending({ writes: ['b'] })]
  expect([...affectedBy(mutations, touched('b'))]).toEqual([mutations[1]])
})

it('LISTS-11 undoes who read a row, and who met what that one wrote', () => {
  const [reader, follower, stranger] = [
    pending({ reads: ['a'], writes: ['b'] }),
    pending({ reads: ['b'], writes: ['c'] }),
    pending({ reads: ['d'], writes: ['e'] }),
  ]
  const mutations = [reader, follower, stranger]
  expect([...affectedBy(mutations, touched('a'))]).toEqual([reader, follower])
})

it('LISTS-11 undoes the earlier writer of a row together with the later', () => {
  const mutations = [pending({ writes: ['a'] }), pending({ reads: ['z'], writes: ['a'] })]
  expect([...affectedBy(mutations, touched('z'))]).toEqual([mutations[1], mutations[0]])
})

it('LISTS-11 takes a search of a table to concern any row of it', () => {
  const mutations = [pending({ searched: ['lists'] }), pending({ searched: ['user_settings'] })]
  expect([...affectedBy(mutations, touched('a'))]).toEqual([mutations[0]])
  const whole = { rows: new Set<RowId>(), shapes: new Set<ShapeName>(['user_settings']) }
  expect([...affectedBy(mutations, whole)]).toEqual([mutations[1]])
})

it('LISTS-11 finds who came later and is met by one that runs again', () => {
  const [earlier, again, later, reader] = [
    pending({ writes: ['a'] }),
    pending({}),
    pending({ writes: ['a'] }),
    pending({ reads: ['b'] }),
  ]
  const mutations = [earlier, again, later, reader]
  const { trace } = pending({ reads: ['a'], writes: ['b'] })
  const overtaken = overtakenBy(mutations, new Map([[again, trace]]), [earlier, later, reader])
  expect([...overtaken]).toEqual([later, reader])
})
