import { afterEach, expect, it, vi } from 'vitest'
import { type Answer, scriptedFetch } from '../../tests/support/scripted-fetch.ts'
import { soon } from '../../tests/support/soon.ts'
import type { ShapeName } from '../contract/shapes.ts'
import { Connection, UnreachableError } from './connection.ts'
import type { Cursor } from './cursors.ts'
import type { ShapeBatch } from './shape-batch.ts'
import { followShape } from './shape-streams.ts'

const nothing = () => undefined

type Ask = Parameters<Parameters<typeof followShape>[0]['live']['ask']>

/** A live request that nobody has answered yet. */
interface LiveRequest {
  position: Ask[0]
  signal: AbortSignal
  answer(response: Response): void
  fail(error: unknown): void
}

const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

/** Follows a shape against a server that answers what it was told; live requests wait for the test. */
function following(
  answers: Answer[],
  given: { cursor?: Partial<Cursor>; shape?: ShapeName; onBatch?: () => Promise<void> } = {},
) {
  const { shape = 'lists', cursor, onBatch = async () => undefined } = given
  const script = scriptedFetch(...answers)
  const closing = new AbortController()
  const connection = new Connection({
    userId: 'ada',
    fetch: script.fetch,
    baseUrl: 'http://device.test',
    onReached: nothing,
    onLost: () => setTimeout(() => connection.retryNow()),
    onNeed: nothing,
    onHeard: nothing,
  })
  const cursors = new Map<ShapeName, Cursor>()
  if (cursor) {
    cursors.set(shape, { handle: 'h', offset: '5_0', lsn: '5', count: 0, checksum: 0n, ...cursor })
  }
  const live: LiveRequest[] = []
  const batches: ShapeBatch[] = []
  const faults: unknown[] = []
  const told = { onBehind: vi.fn(), refetch: vi.fn() }
  const followed = followShape({
    shape,
    baseUrl: 'http://device.test',
    connection,
    live: {
      ask: (position, signal) =>
        new Promise((answer, fail) => {
          live.push({ position, signal, answer, fail })
          signal.addEventListener('abort', () => fail(new UnreachableError('Given up.')))
        }),
      beganAt: () => live.length,
    },
    replica: {
      cursors,
      async refetch(name) {
        told.refetch(name)
        cursors.delete(name)
      },
    },
    async onBatch(batch) {
      batches.push(batch)
      await onBatch()
      cursors.set(shape, { ...batch.position, count: 0, checksum: 0n })
    },
    onBehind: told.onBehind,
    onFault: (fault) => faults.push(fault),
    signal: closing.signal,
  })
  ended.push(async () => {
    closing.abort()
    await followed
  })
  return { ...script, ...told, live, batches, faults, closing, followed }
}

interface Said {
  handle?: string
  offset?: string
  /** Null where the answer does not say so. */
  upToDate?: string | null
}

/** An answer of the shape server. */
function says(rows: object[], { handle = 'h', offset = '5_0', upToDate = '5' }: Said = {}) {
  const end = { headers: { control: 'up-to-date', global_last_seen_lsn: upToDate } }
  return Response.json(upToDate === null ? rows : [...rows, end], {
    headers: {
      'electric-handle': handle,
      'electric-offset': offset,
      'electric-schema': JSON.stringify({
        id: { type: 'uuid' },
        export_count: { type: 'int4' },
        columns: { type: 'text', dims: 1 },
        cancel_at_period_end: { type: 'bool' },
      }),
      ...(upToDate === null ? {} : { 'electric-up-to-date': '' }),
      'electric-cursor': '1',
    },
  })
}

const mustRefetch = (handle: string) =>
  Response.json([{ headers: { control: 'must-refetch' } }], {
    status: 409,
    headers: { 'electric-handle': handle },
  })

const LIST = {
  id: '00000000-0000-4000-8000-000000000001',
  owner_id: 'ada',
  team_id: null,
  name: 'Texas',
  description: null,
  created_at: '2026-11-20 12:00:00+00',
  updated_at: '2026-11-20 12:00:00+00',
  deleted_at: null,
}
const inserted = (number: number, txid?: number) => ({
  key: `"public"."lists"/"${number}"`,
  value: { ...LIST, id: LIST.id.replace(/1$/, String(number)) },
  headers: { operation: 'insert', ...(txid ? { txids: [txid] } : {}) },
})
const renamed = (name: string, txid: number) => ({
  key: '"public"."lists"/"1"',
  value: { id: LIST.id, name },
  headers: { operation: 'update', txids: [txid] },
})
const queryOf = ({ path }: { path: string }) =>
  Object.fromEntries(new URL(path, 'http://device.test').searchParams)

it('goes on at the cursor in the tables', async () => {
  const { sent, batches } = following([says([renamed('Hearts', 7)], { offset: '7_0' })], {
    cursor: { handle: 'h', offset: '5_0' },
  })
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent[0]?.path).toMatch(/^\/api\/shapes\/lists\?/)
  expect(sent.map(queryOf)).toEqual([{ handle: 'h', offset: '5_0' }])
  expect(batches[0]).toMatchObject({ isRefetch: false, position: { handle: 'h', offset: '7_0' } })
})

it('fetches a shape without a cursor from its start', async () => {
  const { sent, batches } = following([says([inserted(1)], { offset: '0_0' })])
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent.map(queryOf)).toEqual([{ offset: '-1' }])
  expect(batches[0]).toMatchObject({ isRefetch: true, position: { offset: '0_0' } })
})

it.each<[ShapeName, object]>([
  [
    'export_logs',
    {
      id: LIST.id,
      owner_id: 'ada',
      team_id: null,
      export_date: '2026-11-20 12:00:00+00',
      export_count: '3',
      format: 'csv',
      file_name: 'a.csv',
      columns: '{name,title}',
      filters: '{}',
    },
  ],
  [
    'entitlements',
    {
      user_id: 'ada',
      tier: 'premium',
      status: 'active',
      plan_name: null,
      price_cents: '100',
      currency: null,
      billing_interval: null,
      current_period_end: null,
      cancel_at_period_end: 'f',
      checked_at: '2026-11-20 12:00:00+00',
    },
  ],
])('leaves every value of %s the text that came', async (shape, value) => {
  const row = { key: 'k', value, headers: { operation: 'insert' } }
  const { batches } = following([says([row])], { shape })
  await soon(() => expect(batches).toHaveLength(1))
  expect([...(batches[0]?.changes.values() ?? [])]).toEqual([{ kind: 'put', row: value }])
})

it('hands out what several answers brought once the last says that it is up to date', async () => {
  const { batches } = following(
    [
      says([inserted(1, 6)], { offset: '6_0', upToDate: null }),
      says([renamed('Hearts', 7)], { offset: '7_0', upToDate: '9' }),
    ],
    { cursor: {} },
  )
  await soon(() => expect(batches).toHaveLength(1))
  expect(batches[0]?.position).toEqual({ handle: 'h', offset: '7_0', lsn: '9' })
  expect([...(batches[0]?.txids ?? [])]).toEqual([6, 7])
  expect([...(batches[0]?.changes.values() ?? [])]).toEqual([
    { kind: 'put', row: { ...LIST, name: 'Hearts' } },
  ])
})

it('takes no position for one that is not in decimals', async () => {
  const { batches } = following([says([], { upToDate: '0x16b' })], { cursor: {} })
  await soon(() => expect(batches).toHaveLength(1))
  expect(batches[0]?.position.lsn).toBeNull()
})

it('drops what it gathered of a shape that must be fetched again', async () => {
  const { batches, sent, onBehind, faults } = following(
    [
      says([inserted(1)], { offset: '6_0', upToDate: null }),
      mustRefetch('h2'),
      says([inserted(2)], { handle: 'h2', offset: '0_0' }),
    ],
    { cursor: {} },
  )
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent.map(queryOf)[2]).toEqual({ handle: 'h2', offset: '-1' })
  expect(batches[0]).toMatchObject({ isRefetch: true, position: { handle: 'h2' } })
  expect([...(batches[0]?.changes.keys() ?? [])]).toEqual([JSON.stringify([inserted(2).value.id])])
  expect(onBehind).toHaveBeenCalledTimes(2)
  expect(faults).toEqual([])
})

it('takes no answer from before what is here, and asks again', async () => {
  const { batches, sent, faults, refetch } = following(
    [says([inserted(1)], { offset: '4_9' }), says([inserted(2)], { offset: '6_0' })],
    { cursor: { offset: '5_0' } },
  )
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent.map(queryOf)).toEqual(Array(2).fill({ handle: 'h', offset: '5_0' }))
  expect(batches[0]?.position.offset).toBe('6_0')
  expect([faults, refetch.mock.calls]).toEqual([[], []])
})

it('takes an offset of another handle as it comes', async () => {
  const { batches } = following(
    [mustRefetch('h2'), says([inserted(1)], { handle: 'h2', offset: '1_0' })],
    { cursor: { offset: '5_0' } },
  )
  await soon(() => expect(batches).toHaveLength(1))
  expect(batches[0]?.position).toMatchObject({ handle: 'h2', offset: '1_0' })
})

it('fetches a shape anew, once, whose rows could not be written', async () => {
  const onBatch = vi.fn().mockRejectedValueOnce(new Error('It does not add up.'))
  const { batches, sent, faults, refetch, live } = following(
    [says([renamed('Hearts', 7)], { offset: '7_0' }), says([inserted(1)], { offset: '0_0' })],
    { cursor: {}, onBatch },
  )
  await soon(() => expect(batches).toHaveLength(2))
  await soon(() => expect(live.length).toBeGreaterThan(0))
  expect(faults).toEqual([new Error('It does not add up.')])
  expect(refetch.mock.calls).toEqual([['lists']])
  expect(sent.map(queryOf)).toEqual([{ handle: 'h', offset: '5_0' }, { offset: '-1' }])
  expect(batches[1]?.isRefetch).toBe(true)
})

it('fetches a shape anew, once, whose stream says what nobody knows', async () => {
  const strange = { headers: { control: 'snapshot-end' } }
  const { batches, faults, refetch } = following(
    [says([strange], { offset: '7_0' }), says([inserted(1)], { offset: '0_0' })],
    { cursor: {} },
  )
  await soon(() => expect(batches).toHaveLength(1))
  expect(faults).toHaveLength(1)
  expect(refetch.mock.calls).toEqual([['lists']])
  expect(batches[0]?.isRefetch).toBe(true)
})

it('goes on at the cursor when the server was away', async () => {
  const { batches, sent, faults, refetch } = following(
    [new TypeError('fetch failed'), new Response('', { status: 503 }), says([], {})],
    { cursor: {} },
  )
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent.map(queryOf)).toEqual(Array(3).fill({ handle: 'h', offset: '5_0' }))
  expect([faults, refetch.mock.calls]).toEqual([[], []])
})

it('ends with its signal while a live request hangs', async () => {
  const { live, closing, followed, faults } = following([says([])], { cursor: {} })
  await soon(() => expect(live).toHaveLength(1))
  closing.abort()
  await followed
  expect(live[0]?.signal.aborted).toBe(true)
  expect(faults).toEqual([])
})

it('tells since when nothing came, of a live request that ended without changes', async () => {
  const { live, batches } = following([says([])], { cursor: {} })
  await soon(() => expect(live).toHaveLength(1))
  expect(live[0]?.position).toEqual({ name: 'lists', handle: 'h', offset: '5_0', cursor: '1' })
  live[0]?.answer(says([]))
  await soon(() => expect(live).toHaveLength(2))
  live[1]?.answer(says([renamed('Hearts', 7)], { offset: '7_0' }))
  await soon(() => expect(batches).toHaveLength(3))
  expect(batches.map(({ quietSince }) => quietSince)).toEqual([undefined, 1, undefined])
})

/** A shape of so many parts, each a row. */
const parts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    says([inserted(index)], {
      offset: `0_${index}`,
      upToDate: index === count - 1 ? '5' : null,
    }),
  )

it('fetches a shape of many parts without a pause', async () => {
  const { batches, sent } = following(parts(50))
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent).toHaveLength(50)
})

it('pauses when it is sent back to the start again and again', async () => {
  const onBatch = () => Promise.reject(new Error('It does not add up.'))
  const answers = Array.from({ length: 25 }, () => parts(2)).flat()
  const { sent, onBehind } = following(answers, { onBatch })
  // Once for each stream, and once for the pause, which the second part of the last one waits for.
  await soon(() => expect(onBehind).toHaveBeenCalledTimes(21))
  expect(sent.filter((request) => queryOf(request).offset === '-1')).toHaveLength(20)
})

it('pauses when it is answered the same again and again', async () => {
  const answers = Array.from({ length: 25 }, () => says([], { offset: '4_0' }))
  const { sent, onBehind } = following(answers, { cursor: {} })
  // Once for each stream, and once for the pause of the last one.
  await soon(() => expect(onBehind).toHaveBeenCalledTimes(22))
  expect(sent).toHaveLength(20)
})

it('keeps the parts of a shape that came before one that broke', async () => {
  const [first = [], second = []] = [[1, 2], [3]].map((numbers) => numbers.map((n) => inserted(n)))
  const { batches, sent, faults } = following([
    says(first, { offset: '0_0', upToDate: null }),
    new TypeError('fetch failed'),
    says(second, { offset: '0_1' }),
  ])
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent.map(queryOf)).toEqual([
    { offset: '-1' },
    { handle: 'h', offset: '0_0' },
    { handle: 'h', offset: '0_0' },
  ])
  expect(batches[0]?.isRefetch).toBe(true)
  expect(batches[0]?.changes.size).toBe(3)
  expect(faults).toEqual([])
})

it('keeps no part of a shape that begins anew meanwhile', async () => {
  const { batches } = following([
    says([inserted(1)], { offset: '0_0', upToDate: null }),
    new TypeError('fetch failed'),
    mustRefetch('h2'),
    says([inserted(2)], { handle: 'h2', offset: '0_0' }),
  ])
  await soon(() => expect(batches).toHaveLength(1))
  expect(batches[0]).toMatchObject({ isRefetch: true, position: { handle: 'h2' } })
  expect(batches[0]?.changes.size).toBe(1)
})
