import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { SHAPE_NAMES, type ShapeId, type ShapeName, shapeId } from '#sync/contract/shapes.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { openTracker, tablesOf } from '#tests/support/open-mutation-tracker.ts'
import { ServerModel } from '#tests/support/server-model.ts'

/*
 * When an applied mutation is acknowledged, whatever happens between the push, its answer and the
 * rows: never before the tables hold it, and always in the end.
 */

let dir: string
let database: PGlite
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clinidex-acknowledgement-'))
  database = await openDeviceDatabase()
}, 300_000)
afterAll(async () => {
  await database.close()
  await rm(dir, { recursive: true, force: true })
})

let userId: string
let server: ServerModel
let device: Awaited<ReturnType<typeof openTracker>>
beforeEach(async () => {
  userId = crypto.randomUUID()
  server = new ServerModel(userId)
  device = await openTracker({ database, dir, userId })
  for (const name of SHAPE_NAMES) await device.tracker.applyBatch(server.refetch(name))
})
afterEach(() => device.store.close())

async function reopen(): Promise<void> {
  await device.store.close()
  device = await openTracker({ database, dir, userId })
}

const create = (name: string, candidate_ids: string[] = []) =>
  device.tracker.mutate('lists.create', { id: crypto.randomUUID(), name, candidate_ids })
/** The server runs all waiting mutations; their answers have not come yet. */
const execute = () => server.execute(device.outbox.sendable(100))
const answer = () => device.tracker.applyResults(server.answers(device.outbox.sendable(100)))
async function stream(name: ShapeName = 'lists'): Promise<void> {
  const batch = server.stream(name, 100, true)
  if (batch) await device.tracker.applyBatch(batch)
}
const states = () => device.outbox.entries.map(({ state }) => state.kind)
const namesShown = async () => {
  const { rows } = await database.query<{ name: string }>('select name from lists order by name')
  return rows.map(({ name }) => name)
}
/** No mutation is pending, and the tables hold the server's rows. */
async function expectSettled(...names: string[]): Promise<void> {
  expect(device.outbox.entries).toEqual([])
  expect(await namesShown()).toEqual(names)
  expect(await tablesOf(database)).toEqual(await server.seenWith([]))
}

it('its transaction came before its answer, and the device was closed in between', async () => {
  await create('Texas')
  await execute()
  await stream()
  expect(states()).toEqual(['waiting'])
  await reopen()
  expect(await namesShown()).toEqual(['Texas'])
  await answer()
  await expectSettled('Texas')
})

it('its rows came with a fetch before its answer, and the device was closed in between', async () => {
  await create('Texas')
  await execute()
  await device.tracker.applyBatch(server.refetch('lists'))
  await reopen()
  await answer()
  await expectSettled('Texas')
})

it('its answer came, and the device was closed before its rows', async () => {
  await create('Texas')
  await execute()
  await answer()
  expect(states()).toEqual(['applied'])
  await reopen()
  expect([states(), await namesShown()]).toEqual([['applied'], ['Texas']])
  await stream()
  await expectSettled('Texas')
})

it('stays in the outbox where the rows that hold it could not be written', async () => {
  await create('Texas')
  await execute()
  await answer()
  vi.spyOn(device.replica, 'change').mockRejectedValueOnce(new Error('The disk is full.'))
  await expect(stream()).rejects.toThrow('The disk is full.')
  expect([states(), await namesShown()]).toEqual([['applied'], ['Texas']])
  expect(await device.store.readAll()).toEqual(device.outbox.entries)
  await device.tracker.applyBatch(server.refetch('lists'))
  await answer()
  await expectSettled('Texas')
})

it('was answered to an older build, which kept a position with it', async () => {
  const { id } = await create('Texas')
  await execute()
  const [result] = server.answers(device.outbox.sendable(1))
  if (result?.status !== 'applied') throw new Error('It was not done.')
  const { txid, tables } = result
  const state = { kind: 'applied', txid, lsn: '26706344', tables } as const
  await device.store.setStates(new Map([[id, state]]))
  await reopen()
  await stream()
  await expectSettled('Texas')
})

it('a fetch beside its commit does not hold it: it stays until the stream brings it', async () => {
  await create('Texas')
  await execute()
  await answer()
  const [entry] = device.outbox.entries
  const txid = entry?.state.kind === 'applied' ? entry.state.txid : 0
  const fetched = server.refetch('lists')
  for (const [xmin, xip_list] of [
    [txid, [String(txid)]],
    [txid, []],
  ] as const) {
    const xmax = String(xip_list.length > 0 ? txid + 2 : txid)
    const snapshot = { xmin: String(xmin), xmax, xip_list: [...xip_list] }
    await device.tracker.applyBatch({ ...fetched, changes: new Map(), snapshot })
    expect(states()).toEqual(['waiting'])
    await answer()
    expect([states(), await namesShown()]).toEqual([['applied'], ['Texas']])
  }
  await device.tracker.applyBatch({
    ...fetched,
    isRefetch: false,
    snapshot: null,
    txids: new Set([txid]),
  })
  await expectSettled('Texas')
})

it('a stream that brings again what the fetch held changes nothing', async () => {
  await create('Texas')
  await execute()
  const streamed = server.stream('lists', 1)
  await device.tracker.applyBatch(server.refetch('lists'))
  await answer()
  if (streamed) await device.tracker.applyBatch(streamed)
  await expectSettled('Texas')
})

it.each([
  ['of now', true],
  ['that everybody is given, with all that came after it', false],
])('a shape is fetched anew under it, with a snapshot %s', async (_, isOfNow) => {
  await create('Texas')
  await execute()
  await answer()
  await device.tracker.applyBatch(server.refetch('lists', { isOfNow }))
  // The mutation is sent again: the refetched rows may be of another history.
  expect([states(), await namesShown()]).toEqual([['waiting'], ['Texas']])
  await answer()
  await expectSettled('Texas')
})

it('changes several shapes: fetched, streamed and fetched again in any order', async () => {
  await create('Texas', [crypto.randomUUID()])
  await create('Ohio', [crypto.randomUUID()])
  await execute()
  await stream('lists')
  await answer()
  await device.tracker.applyBatch(server.refetch('list_members'))
  expect(states()).toEqual(['waiting', 'waiting'])
  await device.tracker.applyBatch(server.refetch('lists'))
  await reopen()
  await answer()
  await expectSettled('Ohio', 'Texas')
})

it('several in order are let go as far as their rows have come', async () => {
  const id = crypto.randomUUID()
  await device.tracker.mutate('lists.create', { id, name: '0' })
  for (const number of [0, 1, 2]) {
    const name = String(number + 1)
    await device.tracker.mutate('lists.rename', { id, name, previous: String(number) })
  }
  await execute()
  await answer()
  const first = server.stream('lists', 2)
  if (first) await device.tracker.applyBatch(first)
  expect([states(), await namesShown()]).toEqual([['applied', 'applied'], ['3']])
  await device.tracker.applyBatch(server.refetch('lists'))
  expect([states(), await namesShown()]).toEqual([['waiting', 'waiting'], ['3']])
  await answer()
  await expectSettled('3')
})

it('the database was put back to a backup that did not have it: it is done again, once', async () => {
  await create('Texas')
  await execute()
  await answer()
  // The other database's transaction ids begin anew, and are past the answered one when the device
  // comes.
  const restored = new ServerModel(userId)
  for (const name of ['A', 'B', 'C']) {
    await restored.actions().mutate('lists.create', { id: crypto.randomUUID(), name })
  }
  server = restored
  await device.tracker.applyBatch(server.refetch('lists'))
  expect([states(), await namesShown()]).toEqual([['waiting'], ['A', 'B', 'C', 'Texas']])
  await execute()
  await answer()
  expect([states(), await namesShown()]).toEqual([['applied'], ['A', 'B', 'C', 'Texas']])
  await stream()
  await expectSettled('A', 'B', 'C', 'Texas')
})

it('dies after it was to be asked about again, and before the rows of another history are written', async () => {
  await create('Texas')
  await execute()
  await answer()
  const restored = new ServerModel(userId)
  for (const name of ['A', 'B']) {
    await restored.actions().mutate('lists.create', { id: crypto.randomUUID(), name })
  }
  server = restored
  const refused = new Error('The tab was closed.')
  device.replica.change = () => Promise.reject(refused)
  await expect(device.tracker.applyBatch(server.refetch('lists'))).rejects.toThrow(refused)
  await reopen()
  expect(states()).toEqual(['waiting'])
  await device.tracker.applyBatch(server.refetch('lists'))
  await execute()
  await answer()
  await stream()
  await expectSettled('A', 'B', 'Texas')
})

it('nothing ever brings it: it is fetched for, then let go, and the rows are as the server has them', async () => {
  await create('Texas')
  await execute()
  await answer()
  const waits = async (times: number) => {
    const found: ShapeId[] = []
    for (let look = 0; look < times; look++) found.push(...(await device.tracker.poll()))
    return found
  }
  expect(await waits(14)).toEqual([])
  expect(await waits(1)).toEqual([shapeId('lists', userId)])
  // Compacted: the rows are there, the transactions are not named.
  const compacted = () => ({
    ...server.refetch('lists', { isOfNow: false }),
    txids: new Set<number>(),
  })
  await device.tracker.applyBatch(compacted())
  await answer()
  expect([states(), await namesShown()]).toEqual([['applied'], ['Texas']])
  expect(await waits(14)).toEqual([])
  // The fault is reported.
  await expect(waits(1)).rejects.toMatchObject({ name: 'UnseenMutationError' })
  await expectSettled('Texas')
})
