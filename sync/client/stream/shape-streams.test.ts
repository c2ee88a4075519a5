import { expect, it, onTestFinished, vi } from 'vitest'
import { wait } from '#sync/client/wait.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import {
  following,
  inserted,
  LIST,
  mustRefetch,
  queryOf,
  renamed,
  says,
  snapshotEnd,
} from '#tests/support/followed-shape.ts'
import { soon } from '#tests/support/soon.ts'
import { UnreadableShapeError } from './checked-rows.ts'

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
  // It does after five requests at one offset within half a second, which a busy machine may not manage.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
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

it('tells why an answer cannot be read, and fetches the shape anew', async () => {
  const spoilt = new Response('[{"key":', { headers: says([]).headers })
  const { batches, faults, refetch } = following([
    spoilt,
    says([inserted(1)], { handle: 'h2', offset: '0_0' }),
  ])
  await soon(() => expect(batches).toHaveLength(1))
  expect(faults).toEqual([expect.any(SyntaxError)])
  expect(refetch.mock.calls).toEqual([['lists ada']])
})

it('fetches a shape anew, once, whose stream moves rows in a way nobody knows', async () => {
  const strange = { headers: { event: 'move-out', patterns: [] } }
  const { batches, faults, refetch } = following(
    [says([strange], { offset: '7_0' }), says([inserted(1)], { offset: '0_0' })],
    { cursor: {} },
  )
  await soon(() => expect(batches).toHaveLength(1))
  expect(faults).toEqual([expect.any(UnreadableShapeError)])
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

it('has not ended while rows that came are being written', async () => {
  let write = () => {}
  const onBatch = () =>
    new Promise<void>((resolve) => {
      write = resolve
    })
  const { batches, closing, followed } = following([says([inserted(1)])], { cursor: {}, onBatch })
  await soon(() => expect(batches).toHaveLength(1))
  const hasEnded = vi.fn()
  void followed.then(hasEnded)
  closing.abort()
  await wait(50)
  expect(hasEnded).not.toHaveBeenCalled()
  write()
  await soon(() => expect(hasEnded).toHaveBeenCalled())
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
