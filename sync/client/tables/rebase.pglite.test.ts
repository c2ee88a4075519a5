import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OutboxEntry } from '#sync/client/outbox/outbox-store.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import {
  SHAPE_NAMES,
  type ShapeId,
  type ShapeName,
  shapeId,
  shapeOf,
} from '#sync/contract/shapes.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { ServerModel } from '#tests/support/server-model.ts'
import type { Pending } from './affected.ts'
import type { Cursor } from './cursors.ts'
import { emptyTables, prepareDatabase } from './local-schema.ts'
import { type Change, rebase } from './rebase.ts'
import { rowId } from './text-rows.ts'
import type { UndoLog } from './undo-log.ts'

const OWNER = 'ada'
const [LIST, OTHER, PERSON] = [1, 2, 3].map(
  (number) => `00000000-0000-4000-8000-00000000000${number}`,
) as [string, string, string]
const idOf = (list: string) => rowId('lists', JSON.stringify([OWNER, list]))

let database: PGlite
beforeAll(async () => {
  database = await openDeviceDatabase()
  await prepareDatabase(database, OWNER)
}, 300_000)
afterAll(() => database.close())

let server: ServerModel
let pending: readonly Pending[]
let undoLog: UndoLog
let cursors: Map<ShapeId, Cursor>
let seq: number
beforeEach(async () => {
  await emptyTables(database)
  server = new ServerModel(OWNER)
  pending = []
  undoLog = new Map()
  cursors = new Map()
  seq = 0
  for (const name of SHAPE_NAMES) await change({ batch: server.refetch(name) })
})

/** Makes a change on the tables as they stand. @returns the rows that mutations wrote. */
async function change(change: Change) {
  const shape = change.batch?.shape
  const done = await database.transaction((tx) =>
    rebase(tx, change, {
      userId: OWNER,
      pending,
      undoLog,
      cursor: shape && cursors.get(shape),
      nowMs: Date.now(),
    }),
  )
  pending = done.pending
  undoLog = done.undoLog
  if (shape && done.cursor) cursors.set(shape, done.cursor)
  return done.rewritten
}

const entry = <N extends MutationName>(name: N, args: MutationArgs<N>): OutboxEntry => ({
  id: crypto.randomUUID(),
  seq: ++seq,
  name,
  args,
  created_at: new Date().toISOString(),
  state: { kind: 'waiting' },
})

/** A device runs the mutation; the server has not seen it yet. */
async function edit<N extends MutationName>(name: N, args: MutationArgs<N>) {
  const made = entry(name, args)
  await change({ append: [made] })
  return made
}

/** Another device runs the mutation, and all its changes come here. */
async function editElsewhere<N extends MutationName>(name: N, args: MutationArgs<N>) {
  await server.execute([entry(name, args)])
  for (const shape of SHAPE_NAMES) {
    const batch = server.stream(shape, Number.MAX_SAFE_INTEGER, false)
    if (batch) await change({ batch })
  }
}

/** A row as it travels. */
function withoutDerived(name: ShapeName, row: Record<string, unknown>) {
  const { columns } = shapeOf(name)
  return Object.fromEntries(Object.entries(row).filter(([column]) => column in columns))
}

/** Expects the tables to hold the server's rows with these mutations on top. */
async function expectOnTop(entries: readonly OutboxEntry[]) {
  const seen = await server.seenWith(entries)
  const here: typeof seen = {}
  for (const name of SHAPE_NAMES) {
    const { rows } = await database.query<Record<string, unknown>>(`select * from ${name}`)
    here[name] = rows.map((row) => JSON.stringify(withoutDerived(name, row))).sort()
  }
  expect(here).toEqual(seen)
}

const kept = async () =>
  (await database.query<{ key: string; before: string | null }>('select key, before from undo_log'))
    .rows

it('leaves a mutation of other rows where it is', async () => {
  await editElsewhere('lists.create', { id: LIST, name: 'Nights' })
  await editElsewhere('lists.create', { id: OTHER, name: 'Days' })
  const rename = await edit('lists.rename', { id: LIST, name: 'Mine', previous: 'Nights' })
  const [before] = pending
  await server.execute([entry('lists.rename', { id: OTHER, name: 'Late', previous: 'Days' })])
  const batch = server.stream('lists', 1, false)
  if (!batch) throw new Error('Nothing came.')
  const rewritten = await change({ batch })
  expect([...rewritten]).toEqual([])
  expect(pending[0]?.accessed).toBe(before?.accessed)
  await expectOnTop([rename])
})

it("keeps aside the server's newest row under a pending edit", async () => {
  await editElsewhere('lists.create', { id: LIST, name: 'Nights' })
  const rename = await edit('lists.rename', { id: LIST, name: 'Mine', previous: 'Nights' })
  await editElsewhere('lists.describe', { id: LIST, description: 'Told later', previous: null })
  await expectOnTop([rename])
  expect(undoLog.get(idOf(LIST))).toMatchObject({ name: 'Nights', description: 'Told later' })
  const [row] = await kept()
  expect(JSON.parse(row?.before ?? 'null')).toEqual(undoLog.get(idOf(LIST)))
})

it('lets go of a mutation with the rows that hold it, and goes on from there', async () => {
  await editElsewhere('lists.create', { id: LIST, name: 'Nights' })
  const rename = await edit('lists.rename', { id: LIST, name: 'Mine', previous: 'Nights' })
  await server.execute([rename])
  const batch = server.stream('lists', 1, true)
  if (!batch) throw new Error('Nothing came.')
  await change({ batch, drop: new Set([rename.id]) })
  await expectOnTop([])
  expect(await kept()).toEqual([])
  const again = await edit('lists.rename', { id: LIST, name: 'Mine too', previous: 'Mine' })
  await expectOnTop([again])
})

it('keeps the place of one that the rows refuse, until they allow it again', async () => {
  await editElsewhere('lists.create', { id: LIST, name: 'Nights' })
  const rename = await edit('lists.rename', { id: LIST, name: 'Mine', previous: 'Nights' })
  await editElsewhere('lists.rename', { id: LIST, name: 'Theirs', previous: 'Nights' })
  expect(pending.map(({ accessed }) => accessed.writes.size)).toEqual([0])
  await expectOnTop([rename])
  await editElsewhere('lists.rename', { id: LIST, name: 'Nights', previous: 'Theirs' })
  expect(pending.map(({ accessed }) => accessed.writes.size)).toEqual([1])
  await expectOnTop([rename])
})

it('runs a later mutation after an earlier one that only now meets its rows', async () => {
  const people = { list_id: LIST, candidate_ids: [PERSON] }
  // Refused so far, for there is no such list; that nobody is on it is true as well.
  const add = await edit('members.add', people)
  const remove = await edit('members.remove', people)
  await editElsewhere('lists.create', { id: LIST, name: 'Nights' })
  await expectOnTop([add, remove])
  const onIt = await database.query('select from list_members where removed_at is null')
  expect(onIt.rows).toEqual([])
})

it('runs one that another tab made before, and that is read late, before those after it', async () => {
  await editElsewhere('lists.create', { id: LIST, name: 'Nights' })
  const removal = entry('lists.delete', { id: LIST })
  const undo = await edit('lists.restore', { id: LIST })
  await change({ append: [removal] })
  await expectOnTop([removal, undo])
  const deleted = await database.query('select from lists where deleted_at is not null')
  expect(deleted.rows).toEqual([])
})

it('takes one mutation out from among others', async () => {
  const create = await edit('lists.create', { id: LIST, name: 'Nights' })
  const rename = await edit('lists.rename', { id: LIST, name: 'Mine', previous: 'Nights' })
  const star = await edit('candidates.star', { candidate_id: PERSON, starred: true })
  await change({ drop: new Set([rename.id]) })
  await expectOnTop([create, star])
  await change({ drop: new Set([create.id, star.id]) })
  await expectOnTop([])
  expect(await kept()).toEqual([])
})

it('does not begin one twice', async () => {
  const create = await edit('lists.create', { id: LIST, name: 'Nights' })
  await change({ append: [create] })
  expect(pending.map(({ entry }) => entry.id)).toEqual([create.id])
})

it('changes nothing when a batch does not fit the rows', async () => {
  const create = await edit('lists.create', { id: LIST, name: 'Nights' })
  const before = { rows: await server.seenWith([create]), log: await kept(), cursors: [...cursors] }
  const key = JSON.stringify([OWNER, OTHER])
  const row = { owner_id: OWNER, id: OTHER, name: 'Of a list that is not here' }
  const batch = {
    shape: shapeId('lists', OWNER),
    isRefetch: false,
    changes: new Map([[key, { kind: 'patch' as const, row }]]),
    txids: new Set([1]),
    snapshot: null,
    position: { handle: 'h', offset: '9_9' },
  }
  await expect(change({ batch })).rejects.toThrow('changed an unknown row')
  await expectOnTop([create])
  expect({ ...before, log: await kept(), cursors: [...cursors] }).toEqual(before)
})
