import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { NewMutation } from '#sync/client/outbox/outbox-store.ts'
import type { EarlyRows, ShapeBatch } from '#sync/client/stream/shape-batch.ts'
import { nextTask } from '#sync/client/wait.ts'
import { shapeId } from '#sync/contract/shapes.ts'
import { copied } from '#tests/support/copied.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { ServerModel } from '#tests/support/server-model.ts'
import { prepareDatabase } from './local-schema.ts'
import { Replica } from './replica.ts'
import { keyOf, type TextRow } from './text-rows.ts'

const OWNER = 'ada'
const LISTS = shapeId('lists', OWNER)
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const keyOfList = (index: number) => keyOf('lists', { owner_id: OWNER, id: idOf(index) })

let database: PGlite
beforeAll(async () => {
  database = await openDeviceDatabase()
}, 300_000)
afterAll(() => database.close())

let server: ServerModel
let replica: Replica
let told: string[]
beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public')
  await prepareDatabase(database, OWNER)
  server = new ServerModel(OWNER)
  for (const index of [1, 2, 3, 4]) {
    await server.execute([mutation('lists.create', { id: idOf(index), name: `List ${index}` })])
  }
  told = []
  replica = await open()
})

const open = (assertLeader = () => {}) =>
  Replica.open({
    database,
    userId: OWNER,
    now: Date.now,
    assertLeader,
    onTables: (tables) => told.push(...tables),
  })

const mutation = (name: NewMutation['name'], args: object): NewMutation => ({
  id: crypto.randomUUID(),
  name,
  args,
  created_at: new Date().toISOString(),
})

/** Runs a mutation on the device; the server has not seen it. */
function edit(name: NewMutation['name'], args: object): Promise<void> {
  const made = mutation(name, args)
  const entry = { ...made, seq: 1, state: { kind: 'waiting' as const } }
  return replica.mutate(made, async () => entry)
}

/** A fetch of the lists, split into early rows and the batch of the others. */
function fetched(count: number): {
  early: EarlyRows
  rest: ShapeBatch
  whole: ShapeBatch
  row: TextRow
} {
  const whole = server.refetch('lists')
  const changes = [...whole.changes]
  const rows = [...whole.changes.values()].map((change) => {
    if (change.kind !== 'put') throw new Error('A fetch brings whole rows.')
    return change.row
  })
  return {
    whole,
    early: { shape: LISTS, rows: copied('lists', rows.slice(0, count)), isFirst: true },
    rest: { ...whole, hasEarlyRows: true, changes: new Map(changes.slice(count)) },
    row: rows[0] ?? {},
  }
}

async function names(): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>('select name from lists order by name')
  return rows.map(({ name }) => name)
}

const rename = (index: number, name: string, previous: string) =>
  ['lists.rename', { id: idOf(index), name, previous }] as const

it('shows rows of a first fetch before the last of them, and has no cursor until then', async () => {
  const { early, rest } = fetched(2)
  expect(await replica.writeEarly(early)).toBeTypeOf('number')
  expect(await names()).toEqual(['List 1', 'List 2'])
  expect(replica.cursors.has(LISTS)).toBe(false)
  await replica.change({ batch: rest })
  expect(await names()).toEqual(['List 1', 'List 2', 'List 3', 'List 4'])
  expect(replica.cursors.get(LISTS)).toMatchObject({ count: 4, ...rest.position })
  expect(told).toEqual(['lists'])
  // The checksum is that of all rows.
  const again = await open()
  expect(again.cursors.get(LISTS)).toEqual(replica.cursors.get(LISTS))
})

it('lets the device answer between two early writes', async () => {
  const { early, rest } = fetched(2)
  const order: string[] = []
  const first = replica.writeEarly(early).then(() => {
    order.push('rows')
    void nextTask().then(() => order.push('message'))
  })
  const others = replica.change({ batch: rest }).then(() => order.push('rows'))
  await Promise.all([first, others])
  expect(order).toEqual(['rows', 'message', 'rows'])
})

it('writes text as it came, whatever it holds', async () => {
  const hostile = 'Tab\t, lines\r\n, \\N, \\., \\x41, "quotes", ’ and 🩺'
  const { early, rest, row } = fetched(1)
  const written = { ...row, name: hostile, description: '' }
  await replica.writeEarly({ ...early, rows: copied('lists', [written]) })
  await replica.change({ batch: rest })
  const { rows } = await database.query('select name, description from lists where id = $1', [
    row.id ?? '',
  ])
  expect(rows).toEqual([{ name: hostile, description: '' }])
})

it('changes early rows by what was committed since', async () => {
  const { early, rest } = fetched(3)
  await replica.writeEarly(early)
  const changes = new Map(rest.changes)
  changes.set(keyOfList(1), { kind: 'patch', row: { owner_id: OWNER, id: idOf(1), name: 'New' } })
  changes.set(keyOfList(2), { kind: 'remove' })
  await replica.change({ batch: { ...rest, changes } })
  expect(await names()).toEqual(['List 3', 'List 4', 'New'])
  expect(replica.cursors.get(LISTS)?.count).toBe(3)
})

it('keeps pending edits on top of early rows, and out of the checksum', async () => {
  await edit('lists.create', { id: idOf(9), name: 'Own' })
  await edit('lists.create', { id: idOf(2), name: 'Sent already' })
  const { early, rest } = fetched(2)
  expect(await replica.writeEarly(early)).toBeTypeOf('number')
  expect(await names()).toEqual(['List 1', 'List 2', 'Own'])
  await edit(...rename(1, 'Renamed', 'List 1'))
  expect(await names()).toEqual(['List 2', 'Own', 'Renamed'])
  await replica.change({ batch: rest })
  expect(await names()).toEqual(['List 2', 'List 3', 'List 4', 'Own', 'Renamed'])
  expect(replica.cursors.get(LISTS)?.count).toBe(4)
  expect((await open()).cursors.has(LISTS)).toBe(true)
})

it('lets no row of an owner in that was left, ahead of a batch or with it, until it is admitted again', async () => {
  await replica.drop(OWNER, { isPersistent: true })
  const { early, whole } = fetched(2)
  expect(await replica.writeEarly(early)).toBeUndefined()
  await replica.change({ batch: whole })
  expect([await names(), replica.cursors.size]).toEqual([[], 0])
  replica.admit(OWNER)
  await replica.change({ batch: whole })
  expect(await names()).toEqual(['List 1', 'List 2', 'List 3', 'List 4'])
})

it('counts and checks rows on more pages than it reads at a time, and no other owner’s', async () => {
  const { early, rest, row } = fetched(1)
  // Four on a page.
  const description = 'x'.repeat(1_900)
  const rows = Array.from({ length: 600 }, (_, index) => ({
    ...row,
    id: idOf(index),
    description,
  }))
  await database.query(
    `insert into lists (owner_id, id, name, created_at, updated_at)
     values ('a team', $1, 'Shared', now(), now())`,
    [idOf(1)],
  )
  await replica.writeEarly({ ...early, rows: copied('lists', rows) })
  const last = new Map([[keyOfList(599), { kind: 'remove' as const }]])
  await replica.change({ batch: { ...rest, changes: last } })
  expect(replica.cursors.get(LISTS)?.count).toBe(599)
  expect((await open()).cursors.has(LISTS)).toBe(true)
})

it('lets counts pass over early rows, and takes statistics at the end', async () => {
  const { early, rest, row } = fetched(1)
  const write = (from: number, to: number) => {
    const rows = Array.from({ length: to - from }, (_, index) => ({
      ...row,
      id: idOf(from + index),
    }))
    return replica.writeEarly({ ...early, rows: copied('lists', rows), isFirst: from === 0 })
  }
  const vacuumed = async () => {
    const { rows } = await database.query(`
      select relallvisible > 0 as "isVisible",
        exists (select from pg_stats where tablename = 'lists') as "hasStatistics"
      from pg_class where oid = 'lists'::regclass`)
    return rows[0]
  }
  await write(0, 250)
  await write(250, 2_499)
  expect(await vacuumed()).toEqual({ isVisible: false, hasStatistics: false })
  await write(2_499, 2_500)
  expect(await vacuumed()).toEqual({ isVisible: true, hasStatistics: false })
  await replica.change({ batch: { ...rest, changes: new Map() } })
  expect(await vacuumed()).toEqual({ isVisible: true, hasStatistics: true })
})

it('asks whether it leads while it writes early rows, and waits for it after a quarter of a second and before each edit', async () => {
  let nowMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const assertLeader = vi.fn<() => void | Promise<void>>()
  replica = await open(assertLeader)
  const { early } = fetched(0)
  let isFirst = true
  const askedAfter = async (takenMs: number) => {
    nowMs += takenMs
    await replica.writeEarly({ ...early, isFirst })
    isFirst = false
    return assertLeader.mock.calls.length
  }
  expect(await askedAfter(0)).toBe(1)
  expect(await askedAfter(124)).toBe(1)
  let answer = () => {}
  assertLeader.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  expect(await askedAfter(1)).toBe(2)
  expect(await askedAfter(124)).toBe(2)
  answer()
  await setImmediate()
  // It holds from when it was asked.
  expect(await askedAfter(125)).toBe(3)
  await edit('lists.create', { id: idOf(9), name: 'Own' })
  expect(assertLeader).toHaveBeenCalledTimes(4)

  assertLeader.mockRejectedValue(new Error('Another tab runs the device.'))
  expect(await askedAfter(249)).toBe(5)
  await expect(askedAfter(1)).rejects.toThrow('Another tab runs the device.')
  clock.mockRestore()
})

it('leaves rows of an earlier fetch whole until the batch replaces them', async () => {
  await replica.change({ batch: server.refetch('lists') })
  await replica.refetch(LISTS)
  await server.execute([mutation(...rename(1, 'Renamed', 'List 1'))])
  const { early, whole } = fetched(2)
  expect(await replica.writeEarly(early)).toBeUndefined()
  expect(await names()).toEqual(['List 1', 'List 2', 'List 3', 'List 4'])
  await replica.change({ batch: whole })
  expect(await names()).toEqual(['List 2', 'List 3', 'List 4', 'Renamed'])
})

it('replaces the rows that a device left which died on the way', async () => {
  const { early, whole } = fetched(2)
  await replica.writeEarly(early)
  replica = await open()
  expect(replica.cursors.has(LISTS)).toBe(false)
  expect(await replica.writeEarly(early)).toBeUndefined()
  await replica.change({ batch: whole })
  expect(await names()).toHaveLength(4)
  expect(replica.cursors.get(LISTS)?.count).toBe(4)
})

it.each<[string, () => Promise<void>]>([
  ['emptied', () => replica.empty()],
  ['given up to be fetched anew', () => replica.refetch(LISTS)],
])('takes no rest of a fetch whose rows were %s meanwhile', async (_, meanwhile) => {
  const { early, rest } = fetched(2)
  await replica.writeEarly(early)
  await meanwhile()
  await expect(replica.writeEarly({ ...early, isFirst: false })).rejects.toThrow(
    'without an initial snapshot',
  )
  await expect(replica.change({ batch: rest })).rejects.toThrow('without an initial snapshot')
  expect(replica.cursors.has(LISTS)).toBe(false)
})
