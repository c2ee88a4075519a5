import { afterEach, expect, it, vi } from 'vitest'
import type { Cursor } from '#sync/client/tables/cursors.ts'
import { nextTask } from '#sync/client/wait.ts'
import { type ShapeId, type ShapeName, shapeId } from '#sync/contract/shapes.ts'
import { type Answer, scriptedFetch } from '#tests/support/scripted-fetch.ts'
import { soon } from '#tests/support/soon.ts'
import { Connection, UnreachableError } from './connection.ts'
import { RequestLimit } from './request-limit.ts'
import { NONE_SEEN } from './seen-transactions.ts'
import type { Landing, ShapeBatch } from './shape-batch.ts'
import { followShape, REQUESTS_PER_MINUTE } from './shape-streams.ts'

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
  given: {
    cursor?: Partial<Cursor>
    shape?: ShapeName
    owner?: string
    onBatch?: () => Promise<void>
    onLanding?: (landing: Landing) => Promise<boolean>
    limit?: RequestLimit
  } = {},
) {
  const { cursor, onBatch = async () => undefined, onLanding = async () => true } = given
  const shape = shapeId(given.shape ?? 'lists', given.owner ?? 'ada')
  const { limit = new RequestLimit(REQUESTS_PER_MINUTE) } = given
  const script = scriptedFetch(...answers)
  const closing = new AbortController()
  const connection = new Connection({
    userId: 'ada',
    fetch: script.fetch,
    baseUrl: 'http://device.test',
    onReached: nothing,
    onLost: () => setTimeout(() => connection.retryNow()),
    onNeed: nothing,
    onContact: nothing,
  })
  const cursors = new Map<ShapeId, Cursor>()
  if (cursor) {
    cursors.set(shape, {
      handle: 'h',
      offset: '5_0',
      count: 0,
      checksum: 0n,
      seen: NONE_SEEN,
      ...cursor,
    })
  }
  const live: LiveRequest[] = []
  const batches: ShapeBatch[] = []
  const landings: Landing[] = []
  const faults: unknown[] = []
  const told = {
    onBehind: vi.fn(),
    onPaused: vi.fn(),
    onUnknown: vi.fn(),
    refetch: vi.fn(),
    onNotAMember: vi.fn(),
  }
  const followed = followShape({
    shape,
    userId: 'ada',
    baseUrl: 'http://device.test',
    connection,
    live: {
      ask: (position, signal) =>
        new Promise((answer, fail) => {
          live.push({ position, signal, answer, fail })
          signal.addEventListener('abort', () => fail(new UnreachableError('Given up.')))
        }),
    },
    replica: {
      cursors,
      async refetch(name) {
        told.refetch(name)
        cursors.delete(name)
      },
      land(landing) {
        landings.push(landing)
        return onLanding(landing)
      },
    },
    async onBatch(batch) {
      batches.push(batch)
      await onBatch()
      cursors.set(shape, { ...batch.position, count: 0, checksum: 0n, seen: NONE_SEEN })
    },
    limit,
    onBehind: told.onBehind,
    onPaused: told.onPaused,
    onUnknown: told.onUnknown,
    onNotAMember: told.onNotAMember,
    onFault: (fault) => faults.push(fault),
    signal: closing.signal,
  })
  ended.push(async () => {
    closing.abort()
    await followed
  })
  return { ...script, ...told, live, batches, landings, faults, closing, followed }
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
  name: 'Texas',
  description: null,
  created_at: '2026-11-20 12:00:00+00',
  updated_at: '2026-11-20 12:00:00+00',
  deleted_at: null,
  created_by: 'ada',
  updated_by: 'ada',
  moved_to: null,
}
const inserted = (number: number, txid?: number) => ({
  key: `"public"."lists"/"${number}"`,
  value: { ...LIST, id: LIST.id.slice(0, -4) + String(number).padStart(4, '0') },
  headers: { operation: 'insert', ...(txid ? { txids: [txid] } : {}) },
})
const renamed = (name: string, txid: number) => ({
  key: '"public"."lists"/"1"',
  value: { id: LIST.id, owner_id: 'ada', name },
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

it('names the owner of rows that are not the account’s own', async () => {
  const row = { ...inserted(1), value: { ...LIST, owner_id: 'team' } }
  const { sent, batches, live } = following([says([row])], { owner: 'team' })
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent.map(queryOf)).toEqual([{ owner: 'team', offset: '-1' }])
  await soon(() => expect(live).toHaveLength(1))
  expect(live[0]?.position).toMatchObject({ name: 'lists', owner: 'team' })
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
      owner_id: 'ada',
      user_id: 'ada',
      tier: 'premium',
      status: 'active',
      plan_name: null,
      price_cents: '100',
      currency: null,
      billing_interval: null,
      current_period_end: null,
      cancel_at_period_end: 'f',
      seats: '1',
      renewal_seats: '1',
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
  expect(batches[0]?.position).toEqual({ handle: 'h', offset: '7_0' })
  expect([...(batches[0]?.txids ?? [])]).toEqual([6, 7])
  expect([...(batches[0]?.changes.values() ?? [])]).toEqual([
    { kind: 'put', row: { ...LIST, name: 'Hearts' } },
  ])
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
  expect([...(batches[0]?.changes.keys() ?? [])]).toEqual([
    JSON.stringify(['ada', inserted(2).value.id]),
  ])
  expect(onBehind).toHaveBeenCalledTimes(2)
  expect(faults).toEqual([])
})

it('drops what it gathered where the client begins anew by itself', async () => {
  const stuck = Array.from({ length: 4 }, () =>
    says([renamed('Hearts', 7)], { offset: '5_0', upToDate: null }),
  )
  const { batches, sent } = following([...stuck, says([inserted(2)], { offset: '0_0' })], {
    cursor: {},
  })
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent.map(queryOf).at(-1)).toEqual({ offset: '-1' })
  expect(batches[0]).toMatchObject({ isRefetch: true })
  expect(batches[0]?.changes.size).toBe(1)
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
  expect(refetch.mock.calls).toEqual([['lists ada']])
  expect(sent.map(queryOf)).toEqual([{ handle: 'h', offset: '5_0' }, { offset: '-1' }])
  expect(batches[1]?.isRefetch).toBe(true)
})

/** The snapshot rows of a long shape, in two answers, and what was committed since. */
const longShape = () => {
  const rows = Array.from({ length: 650 }, (_, index) => inserted(index + 1))
  return [
    says(rows.slice(0, 400), { offset: '0_0', upToDate: null }),
    says([...rows.slice(400), snapshotEnd], { offset: '0_1', upToDate: null }),
    says([renamed('Hearts', 13), inserted(651, 14)], { offset: '7_0' }),
  ]
}
const sizes = (landings: Landing[]) =>
  landings.map(({ changes, isFirst }) => [changes.size, isFirst])

it('writes the rows of a long fetch ahead, and leaves to its batch what changes them', async () => {
  const { batches, landings, faults } = following(longShape())
  await soon(() => expect(batches).toHaveLength(1))
  expect(sizes(landings)).toEqual([
    [250, true],
    [150, false],
    [250, false],
  ])
  expect(new Set(landings.flatMap(({ changes }) => [...changes.keys()])).size).toBe(650)
  expect(batches[0]).toMatchObject({ isRefetch: true, isRest: true, snapshot: SNAPSHOT })
  expect([...(batches[0]?.changes.values() ?? [])]).toMatchObject([
    { kind: 'patch', row: { name: 'Hearts' } },
    { kind: 'put', row: inserted(651).value },
  ])
  expect([...(batches[0]?.txids ?? [])].sort()).toEqual([13, 14])
  expect(faults).toEqual([])
})

it('handles what has come meanwhile before it writes more rows ahead', async () => {
  const order: string[] = []
  const { batches } = following(longShape(), {
    async onLanding() {
      order.push('rows')
      void nextTask().then(() => order.push('message'))
      return true
    },
  })
  await soon(() => expect(batches).toHaveLength(1))
  expect(order).toEqual(['rows', 'message', 'rows', 'message', 'rows', 'message'])
})

it('writes ahead rows that were committed after the snapshot, until the first that changes one', async () => {
  const rows = Array.from({ length: 400 }, (_, index) => inserted(index + 2, 13))
  const { batches, landings, live } = following([
    says([inserted(1)], { offset: '0_0', upToDate: null }),
    says([...rows, renamed('Hearts', 14)], { offset: '6_0', upToDate: null }),
    says([inserted(402, 15), renamed('Lungs', 16)], { offset: '7_0' }),
  ])
  await soon(() => expect(batches).toHaveLength(1))
  expect(sizes(landings)).toEqual([
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
  expect(batches[1]).toMatchObject({ isRefetch: false, isRest: false })
  expect([...(batches[1]?.txids ?? [])]).toEqual([17])
})

it('leaves all rows to the batch where the tables hold earlier ones', async () => {
  const { batches, landings } = following(longShape(), { onLanding: async () => false })
  await soon(() => expect(batches).toHaveLength(1))
  expect(sizes(landings)).toEqual([[250, true]])
  expect(batches[0]).toMatchObject({ isRefetch: true, isRest: false })
  expect(batches[0]?.changes.size).toBe(651)
})

it('goes on behind the rows that were written ahead when the server was away', async () => {
  const [first, ...others] = longShape()
  const answers = [first, new TypeError('No network.'), ...others] as Answer[]
  const { batches, landings, sent, refetch } = following(answers)
  await soon(() => expect(batches).toHaveLength(1))
  expect(sent.map(queryOf).map(({ offset }) => offset)).toEqual(['-1', '0_0', '0_0', '0_1'])
  expect(sizes(landings)).toEqual([
    [250, true],
    [150, false],
    [250, false],
  ])
  expect(batches[0]).toMatchObject({ isRefetch: true, isRest: true })
  expect(refetch).not.toHaveBeenCalled()
})

it('fetches a shape anew whose rows could not be written ahead', async () => {
  const onLanding = vi.fn().mockRejectedValueOnce(new Error('The disk is full.'))
  const { batches, faults, sent } = following(
    // The second is asked for while the first is written.
    [...longShape().slice(0, 2), says([inserted(1)], { handle: 'h2', offset: '0_0' })],
    { onLanding },
  )
  await soon(() => expect(batches).toHaveLength(1))
  expect(faults).toEqual([new Error('The disk is full.')])
  expect(sent.map(queryOf).at(-1)).toEqual({ offset: '-1' })
  expect(batches[0]).toMatchObject({ isRefetch: true, isRest: false })
})

const SNAPSHOT = { xmin: '8', xmax: '12', xip_list: ['9'] }
const snapshotEnd = { headers: { control: 'snapshot-end', ...SNAPSHOT } }

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

it('passes over what it does not know and counts it, and takes a snapshot in mid-stream for none', async () => {
  const strange = { headers: { control: 'of-a-later-version' } }
  const { batches, faults, refetch, onUnknown } = following(
    [says([strange, snapshotEnd, renamed('Hearts', 7), strange], { offset: '7_0' })],
    { cursor: {} },
  )
  await soon(() => expect(batches).toHaveLength(1))
  expect(batches[0]).toMatchObject({ isRefetch: false, snapshot: null })
  expect(batches[0]?.changes.size).toBe(1)
  expect(onUnknown).toHaveBeenCalledTimes(2)
  expect([faults, refetch.mock.calls]).toEqual([[], []])
})

it('fetches a shape anew, once, whose stream moves rows in a way nobody knows', async () => {
  const strange = { headers: { event: 'move-out', patterns: [] } }
  const { batches, faults, refetch } = following(
    [says([strange], { offset: '7_0' }), says([inserted(1)], { offset: '0_0' })],
    { cursor: {} },
  )
  await soon(() => expect(batches).toHaveLength(1))
  expect(faults).toHaveLength(1)
  expect(refetch.mock.calls).toEqual([['lists ada']])
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

it('pauses when what it is sent cannot be written again and again', async () => {
  const onBatch = () => Promise.reject(new Error('It does not add up.'))
  const answers = Array.from({ length: 25 }, () => parts(2)).flat()
  const { sent, onPaused } = following(answers, { onBatch })
  await soon(() => expect(onPaused).toHaveBeenCalledTimes(1))
  expect(sent.filter((request) => queryOf(request).offset === '-1')).toHaveLength(5)
})

it('pauses when it is sent back to the start again and again', async () => {
  const answers = Array.from({ length: 25 }, (_, index) => [
    mustRefetch(`h${index}`),
    says([inserted(index)], { handle: `h${index}`, offset: '0_0', upToDate: null }),
  ]).flat()
  const { sent, onPaused } = following(answers, { cursor: {} })
  await soon(() => expect(onPaused).toHaveBeenCalledTimes(1))
  expect(sent.length).toBeLessThanOrEqual(40)
})

it('pauses when it is answered the same again and again', async () => {
  const answers = Array.from({ length: 25 }, () => says([], { offset: '4_0' }))
  const { sent, onPaused } = following(answers, { cursor: {} })
  await soon(() => expect(onPaused).toHaveBeenCalledTimes(1))
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

/** A shape of two parts of which the second cannot be read. */
const unreadable = () => [
  says([inserted(1)], { offset: '0_0', upToDate: null }),
  says([{ headers: { event: 'move-out' } }], { offset: '0_1' }),
]

it('pauses over a shape that cannot be read, longer each time, and goes on once it can be', async () => {
  // A second in place of a minute.
  const limit = new RequestLimit(REQUESTS_PER_MINUTE, 1 / 60)
  const answers = Array.from({ length: 6 }, unreadable).flat()
  const { sent, batches, onPaused } = following([...answers, ...parts(2)], { limit })
  const starts = () => sent.filter((request) => queryOf(request).offset === '-1')
  await soon(() => expect(onPaused).toHaveBeenCalledTimes(1))
  expect(starts()).toHaveLength(5)
  await soon(() => expect(batches).toHaveLength(1))
  const [before = 0, one = 0, two = 0] = starts()
    .slice(4)
    .map(({ at }) => at)
  expect(one - before).toBeGreaterThanOrEqual(1_000)
  expect(two - one).toBeGreaterThanOrEqual(2_000)
  expect(starts()).toHaveLength(7)
})
