import { expect, it } from 'vitest'
import {
  NONE_SEEN,
  type SeenTransactions,
  seenWith,
} from '#sync/client/stream/seen-transactions.ts'
import { type ShapeId, type ShapeName, shapeId } from '#sync/contract/shapes.ts'
import { Acknowledgements } from './acknowledgement.ts'

const NOW = 0
const mine = (name: ShapeName) => shapeId(name, 'ada')
const applied = (txid: number, tables: ShapeName[]) => ({ txid, shapes: tables.map(mine) })

/** The rows of a device, as far as a acknowledgements asks about them. */
function rows() {
  const held = new Map<ShapeId, SeenTransactions>()
  const seen = (shape: ShapeId) => held.get(shape) ?? NONE_SEEN
  const acknowledgements = new Acknowledgements({ seen, now: () => NOW })
  /** A batch comes and is written. @returns what it settles, before it is written and after. */
  function take(shape: ShapeId, next: SeenTransactions): string[] {
    const before = acknowledgements.acknowledgedBy(shape, next)
    held.set(shape, next)
    expect(acknowledgements.note(shape)).toEqual(before)
    return before
  }
  return {
    acknowledgements,
    streams(name: ShapeName, ...txids: number[]) {
      const batch = { isRefetch: false, txids: new Set(txids), snapshot: null }
      return take(mine(name), seenWith(seen(mine(name)), batch, NOW))
    },
    fetches(name: ShapeName, xmax: string, ...txids: number[]) {
      const snapshot = { xmin: xmax, xmax, xip_list: [] }
      const batch = { isRefetch: true, txids: new Set(txids), snapshot }
      return take(mine(name), seenWith(seen(mine(name)), batch, NOW))
    },
  }
}

it('settles at once what changed nothing', () => {
  expect(rows().acknowledgements.await('m', applied(7, []))).toBe(true)
})

it('settles a mutation when its transaction came in every shape it changed', () => {
  const { acknowledgements, streams } = rows()
  expect(acknowledgements.await('m', applied(7, ['lists', 'list_members']))).toBe(false)
  expect(streams('lists', 6, 7)).toEqual([])
  expect(acknowledgements.awaiting(mine('lists'))).toEqual([])
  expect(acknowledgements.awaiting(mine('list_members'))).toEqual(['m'])
  expect(streams('list_members', 7)).toEqual(['m'])
  expect(streams('list_members', 7)).toEqual([])
})

it('settles at its answer the batches before it, in each of its shapes', () => {
  const { acknowledgements, streams } = rows()
  streams('lists', 7)
  expect(acknowledgements.await('m', applied(7, ['lists']))).toBe(true)
  expect(acknowledgements.await('n', applied(7, ['lists', 'list_members']))).toBe(false)
  expect(acknowledgements.awaiting(mine('lists'))).toEqual([])
  expect(streams('list_members', 7)).toEqual(['n'])
})

it('settles an answer when the rows were fetched after it was done, and no other', () => {
  const { acknowledgements, fetches } = rows()
  fetches('lists', '8')
  expect(acknowledgements.await('m', applied(7, ['lists']))).toBe(true)
  expect(acknowledgements.await('n', applied(8, ['lists']))).toBe(false)
  expect(fetches('lists', '8')).toEqual([])
  expect(fetches('list_members', '9')).toEqual([])
  expect(fetches('lists', '9')).toEqual(['n'])
})

it('settles several in one batch, whatever their order, and leaves the rest', () => {
  const { acknowledgements, streams } = rows()
  for (const txid of [9, 7, 8]) acknowledgements.await(`m${txid}`, applied(txid, ['lists']))
  expect(streams('lists', 8, 9)).toEqual(['m9', 'm8'])
  expect(acknowledgements.awaiting(mine('lists'))).toEqual(['m7'])
})

it('idlePolls for what does not come twice as long, with a fetch in between, and lets it go', () => {
  const { acknowledgements, fetches, streams } = rows()
  const later = applied(9, ['lists', 'list_members'])
  acknowledgements.await('m', later)
  streams('list_members', 9)
  const idlePolls = Array.from({ length: 15 }, () => acknowledgements.poll())
  expect(idlePolls.slice(0, 14).every(({ refetch }) => refetch.size === 0)).toBe(true)
  expect(idlePolls[14]).toEqual({ refetch: new Set([mine('lists')]), givenUp: [] })
  // Sent again; the answer is the same, and the rows still lack the transaction.
  acknowledgements.forget(acknowledgements.awaiting(mine('lists')))
  fetches('lists', '5')
  expect(acknowledgements.await('m', later)).toBe(false)
  const again = Array.from({ length: 15 }, () => acknowledgements.poll())
  expect(again.map(({ givenUp }) => givenUp.length)).toEqual([...Array(14).fill(0), 1])
  expect(again[14]).toEqual({ refetch: new Set(), givenUp: ['m'] })
  expect(acknowledgements.awaiting(mine('lists'))).toEqual([])
})
