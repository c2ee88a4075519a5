import { expect, it } from 'vitest'
import {
  holdsTransaction,
  NONE_SEEN,
  parseSnapshot,
  type SeenTransactions,
  seenWith,
} from './seen-transactions.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

const seenBy = (xmin: string, xmax: string, xip_list: string[] = []): SeenTransactions =>
  seenWith(
    NONE_SEEN,
    { isRefetch: true, txids: new Set(), snapshot: { xmin, xmax, xip_list } },
    NOW,
  )
const streamed = (before: SeenTransactions, ...txids: number[]) =>
  seenWith(before, { isRefetch: false, txids: new Set(txids), snapshot: null }, NOW)
const heldOf = (seen: SeenTransactions, txids: number[], nowMs = NOW) =>
  txids.filter((txid) => holdsTransaction(seen, txid, nowMs))

it('a fetch holds what had ended when it began, and nothing that ran or came later', () => {
  const seen = seenBy('100', '105', ['100', '103'])
  expect(heldOf(seen, [1, 99, 100, 101, 102, 103, 104, 105, 106])).toEqual([1, 99, 101, 102, 104])
})

it('a transaction that ran beside the fetch is held once the stream has brought it', () => {
  const seen = streamed(seenBy('100', '105', ['103']), 103, 105)
  expect(heldOf(seen, [103, 105, 106])).toEqual([103, 105])
})

it.each([
  ['just before the ids begin anew', 2n ** 32n - 3n],
  ['just after', 2n ** 32n + 3n],
  ['in the seventh round', 7n * 2n ** 32n + 3n],
  ['in the first round', 10n],
])('compares 32 bits of a transaction with 64 of a snapshot %s', (_, xmax) => {
  const low = (xid: bigint) => Number(BigInt.asUintN(32, xid))
  const seen = seenBy(String(xmax - 2n), String(xmax), [String(xmax - 1n)])
  const around = [-5n, -2n, -1n, 0n, 1n, 5n].map((distance) => low(xmax + distance))
  expect(heldOf(seen, around)).toEqual([low(xmax - 5n), low(xmax - 2n)])
})

it('asks an old snapshot nothing: by then a new transaction may look like an old one', () => {
  const seen = seenBy('100', '100')
  expect(heldOf(seen, [99], NOW + 6 * DAY_MS)).toEqual([99])
  expect(heldOf(seen, [99], NOW + 8 * DAY_MS)).toEqual([])
  // Of a clock that was set back as little is known.
  expect(heldOf(seen, [99], NOW - 8 * DAY_MS)).toEqual([])
})

it('remembers so many transactions of the stream, the last ones', () => {
  const first = streamed(NONE_SEEN, 1, 2, 3)
  const many = streamed(first, 2, ...Array.from({ length: 498 }, (_, index) => 1_000 + index))
  expect(many.txids).toHaveLength(500)
  expect(heldOf(many, [1, 2, 3, 1_497])).toEqual([2, 3, 1_497])
})

it('knows nothing of before of rows that are fetched anew, where the fetch does not say', () => {
  const before = streamed(seenBy('100', '100'), 103)
  const anew = { isRefetch: true, txids: new Set([105]), snapshot: null }
  expect(heldOf(seenWith(before, anew, NOW), [99, 103, 105])).toEqual([105])
})

it.each([
  { xmin: '1', xmax: '2' },
  { xmin: '1', xmax: '2', xip_list: '3' },
  { xmin: '1', xmax: '0x2', xip_list: [] },
  { xmin: '-1', xmax: '2', xip_list: [] },
  null,
])('takes %o for no snapshot', (headers) => {
  expect(parseSnapshot(headers)).toBeNull()
})

it('reads the snapshot that a fetch ends with', () => {
  const headers = { control: 'snapshot-end', xmin: '8', xmax: '12', xip_list: ['9'] }
  expect(parseSnapshot(headers)).toEqual({ xmin: '8', xmax: '12', xip_list: ['9'] })
})
