import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Random } from '#db/generate/random.ts'
import { queryOf } from '#sync/contract/queries.ts'
import { SHAPE_NAMES, type ShapeName, shapeId } from '#sync/contract/shapes.ts'
import type { MutationResult } from '#sync/contract/wire.ts'
import { act } from '#tests/chaos/act.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { openTracker as open, tablesOf } from '#tests/support/open-mutation-tracker.ts'
import { ServerModel } from '#tests/support/server-model.ts'
import type { MutationTracker } from './mutation-tracker.ts'
import { outboxCalls } from './outbox-calls.ts'

/*
 * The rows of a device against a model of the server: whatever happens in whatever order, the tables
 * hold the server's rows as far as they came, with the pending mutations on top.
 */

const HISTORIES = 12
const STEPS = 30
const PEOPLE = Array.from({ length: 6 }, () => crypto.randomUUID())

let dir: string
let database: PGlite
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clinidex-tracker-'))
  database = await openDeviceDatabase()
}, 300_000)
afterAll(async () => {
  await database.close()
  await rm(dir, { recursive: true, force: true })
})

const openTracker = (userId: string) => open({ database, dir, userId })
const tablesHere = () => tablesOf(database)

it.each(Array.from({ length: HISTORIES }, (_, seed) => seed))(
  'the tables are the server rows with what is pending on top: history %i',
  async (seed) => {
    const random = new Random(`tracker ${seed}`)
    const userId = `user ${seed}`
    const server = new ServerModel(userId)
    let device = await openTracker(userId)
    for (const name of SHAPE_NAMES) await device.tracker.applyBatch(server.refetch(name))

    const place = {
      userId,
      query: async (name: Parameters<typeof queryOf>[0], args: unknown) => {
        const { sql, params, args: schema } = queryOf(name)
        return (await database.query(sql, params(schema.parse(args)))).rows as never
      },
      mutate: (name: Parameters<MutationTracker['mutate']>[0], args: unknown) =>
        device.tracker.mutate(name, args),
    }
    const steps: Record<string, () => Promise<unknown>> = {
      edit: () => act(place, PEOPLE, random.uuid()),
      editElsewhere: () => act(server.actions(), PEOPLE, random.uuid()),
      push: async () => server.execute(device.outbox.sendable(1 + random.below(3))),
      answer: async () => {
        const results = server.answers(device.outbox.sendable(100))
        if (results.length > 0) await device.tracker.applyResults(results)
      },
      stream: async () => {
        const name = random.pick(SHAPE_NAMES) as ShapeName
        const batch = server.stream(name, 1 + random.below(3), random.chance(0.5))
        if (batch) await device.tracker.applyBatch(batch)
      },
      refetch: async () =>
        device.tracker.applyBatch(
          server.refetch(random.pick(SHAPE_NAMES) as ShapeName, { isOfNow: random.chance(0.5) }),
        ),
      async reopen() {
        await device.store.close()
        device = await openTracker(userId)
        for (const name of SHAPE_NAMES) {
          expect(device.replica.cursors.get(shapeId(name, userId))?.offset).toBe(
            server.offsetOf(name),
          )
        }
      },
    }
    const weighted = ['edit', 'edit', 'edit', 'editElsewhere', 'push', 'push', 'answer', 'answer']
    const all = [...weighted, 'stream', 'stream', 'stream', 'refetch', 'reopen']
    const done: string[] = []
    let before: string[] = []
    const check = async () => {
      const { pending, entries } = device.outbox
      expect(await tablesHere(), done.join()).toEqual(await server.seenWith(pending))
      const gone = before.filter((id) => entries.every((entry) => entry.id !== id))
      expect(gone.filter((id) => !server.hasStreamed(id))).toEqual([])
      before = pending.map(({ id }) => id)
    }

    for (let step = 0; step < STEPS; step++) {
      const name = random.pick(all)
      done.push(name)
      await steps[name]?.()
      await check()
    }
    await server.execute(device.outbox.sendable(100))
    await steps.answer?.()
    for (const { id } of device.outbox.entries) await device.tracker.discard(id)
    before = []
    for (const name of SHAPE_NAMES) {
      const batch = server.stream(name, Number.MAX_SAFE_INTEGER, true)
      if (batch) await device.tracker.applyBatch(batch)
    }
    await check()
    expect(device.outbox.entries).toEqual([])
    await device.store.close()
  },
)

it('keeps an edit of a row that has not come yet, and shows it once it has', async () => {
  const userId = 'early'
  const server = new ServerModel(userId)
  const id = crypto.randomUUID()
  const rename = (id: string) => ({ id, name: 'Nights', previous: 'Days' })
  await server.actions().mutate('lists.create', { id, name: 'Days' })
  const { tracker, outbox, store } = await openTracker(userId)
  const elsewhere = SHAPE_NAMES.filter((name) => name !== 'lists')
  for (const name of elsewhere) await tracker.applyBatch(server.refetch(name))
  await tracker.mutate('lists.rename', rename(id))
  await tracker.mutate('lists.describe', { id, description: 'Of the ICU', previous: null })
  const gone = await tracker.mutate('lists.rename', rename(crypto.randomUUID()))
  await tracker.applyBatch(server.refetch('lists'))
  expect(await tablesHere()).toEqual(await server.seenWith(outbox.pending))
  const { rows } = await database.query('select name, description from lists')
  expect(rows).toEqual([{ name: 'Nights', description: 'Of the ICU' }])
  // An edit that is not here now is lost.
  const refused = tracker.mutate('lists.rename', rename(crypto.randomUUID()))
  await expect(refused).rejects.toMatchObject({ code: 'gone' })
  await server.execute(outbox.sendable(9))
  await tracker.applyResults(server.answers(outbox.sendable(9)))
  expect(outbox.entries.filter(({ state }) => state.kind === 'rejected')).toMatchObject([gone])
  await store.close()
})

it('a mutation that its tab has put into the outbox too is there once', async () => {
  const { tracker, outbox, store } = await openTracker('twice')
  const list = crypto.randomUUID()
  const args = { id: list, name: 'Night shift' }
  const mutation = { name: 'lists.create' as const, args, created_at: new Date().toISOString() }
  const [before, after] = [crypto.randomUUID(), crypto.randomUUID()]
  // The tab's entry comes first, and the device has not read it yet.
  await store.add([{ ...mutation, id: before }])
  await tracker.mutate('lists.create', args, before)
  await tracker.enqueue((await outbox.reload()).added)
  // And the other way round.
  await tracker.mutate('lists.create', { id: crypto.randomUUID(), name: 'Days' }, after)
  await store.add([{ ...mutation, id: after }])
  await tracker.enqueue((await outbox.reload()).added)
  expect(outbox.entries.map(({ id }) => id)).toEqual([before, after])
  expect((await store.readAll()).map(({ id }) => id)).toEqual([before, after])
  // Taken in before the device comes to its call.
  const third = crypto.randomUUID()
  await store.add([{ ...mutation, args: { id: crypto.randomUUID(), name: 'ICU' }, id: third }])
  const takenIn = outbox.reload().then(({ added }) => tracker.enqueue(added))
  await Promise.all([takenIn, tracker.mutate('lists.create', args, third)])
  expect(outbox.entries.map(({ id }) => id)).toEqual([before, after, third])
  await store.close()
})

it('an undone deletion stays undone while the deletion is sent again: what is acknowledged leaves in order', async () => {
  const userId = 'undone'
  const server = new ServerModel(userId)
  const { tracker, outbox, store } = await openTracker(userId)
  const id = crypto.randomUUID()
  await tracker.mutate('lists.create', { id, name: 'Nights' })
  await tracker.mutate('lists.delete', { id })
  await server.execute(outbox.sendable(2))
  await tracker.applyResults(server.answers(outbox.sendable(2)))
  const undo = await tracker.mutate('lists.restore', { id })
  const sent = outbox.sendable(1)
  expect(sent.map((mutation) => mutation.id)).toEqual([undo.id])
  await server.execute(sent)
  // The rows of all three, by which the first two are asked again; then the answer to the third.
  await tracker.applyBatch(server.refetch('lists', { isOfNow: true }))
  await tracker.applyResults(server.answers(sent))
  const namesHere = async () =>
    (await database.query('select name from lists where deleted_at is null')).rows
  expect(await namesHere()).toEqual([{ name: 'Nights' }])
  expect(outbox.entries.map(({ name, state }) => [name, state.kind])).toEqual([
    ['lists.create', 'waiting'],
    ['lists.delete', 'waiting'],
    ['lists.restore', 'applied'],
  ])
  await tracker.applyResults(server.answers(outbox.sendable(2)))
  expect(outbox.entries).toEqual([])
  expect(await namesHere()).toEqual([{ name: 'Nights' }])
  await store.close()
})

it('an edit whose list was refused holds up no other one', async () => {
  const userId = 'refused'
  const server = new ServerModel(userId)
  const { tracker, outbox, store } = await openTracker(userId)
  for (const name of SHAPE_NAMES) await tracker.applyBatch(server.refetch(name))
  const id = crypto.randomUUID()
  const refused = await tracker.mutate('lists.create', { id, name: 'Nights' })
  await tracker.mutate('lists.describe', { id, description: 'Of the ICU', previous: null })
  await tracker.applyResults([{ id: refused.id, status: 'rejected', code: 'gone', message: '' }])
  const { id: other } = await tracker.mutate('lists.create', {
    id: crypto.randomUUID(),
    name: 'Days',
  })
  const sent = outbox.sendable(9)
  await server.execute(sent)
  await tracker.applyResults(server.answers(sent))
  const batch = server.stream('lists', 9, true)
  if (batch) await tracker.applyBatch(batch)
  expect(outbox.entries.map(({ name }) => name)).toEqual(['lists.create', 'lists.describe'])
  expect(outbox.entries.map((entry) => entry.id)).not.toContain(other)
  await store.close()
})

it('lets go of what is acknowledged or refused although the tables could not be written at first', async () => {
  const userId = 'torn'
  const server = new ServerModel(userId)
  const { tracker, outbox, replica, store } = await openTracker(userId)
  for (const name of SHAPE_NAMES) await tracker.applyBatch(server.refetch(name))
  const create = (name: string) => tracker.mutate('lists.create', { id: crypto.randomUUID(), name })
  const acknowledged = await create('Texas')
  await server.execute(outbox.sendable(1))
  // Its rows come before its answer.
  const batch = server.stream('lists', 9, true)
  if (batch) await tracker.applyBatch(batch)
  const refused = await create('Ohio')
  const results: Parameters<MutationTracker['applyResults']>[0] = [
    ...server.answers([{ ...acknowledged, name: 'lists.create', args: {}, created_at: '' }]),
    { id: refused.id, status: 'rejected', code: 'gone', message: '' },
  ]
  vi.spyOn(replica, 'change').mockRejectedValueOnce(new Error('The disk is full.'))
  await expect(tracker.applyResults(results)).rejects.toThrow('The disk is full.')

  const quiet = server.stream('user_settings', 9, true)
  if (quiet) await tracker.applyBatch(quiet)
  expect(outbox.entries.map(({ id, state }) => [id, state.kind])).toEqual([
    [refused.id, 'rejected'],
  ])
  expect(await tablesHere()).toEqual(await server.seenWith([]))
  await store.close()
})

it('what its author gave up or sent again while the device was opening is not there any more', async () => {
  const { tracker, outbox, store } = await openTracker('decided')
  const id = crypto.randomUUID()
  const refused = await tracker.mutate('lists.create', { id, name: 'Texas' })
  await tracker.mutate('lists.describe', { id, description: 'Of the ICU', previous: null })
  const unsent = await tracker.mutate('lists.create', { id: crypto.randomUUID(), name: 'Ohio' })
  await tracker.applyResults([{ id: refused.id, status: 'rejected', code: 'gone', message: '' }])
  // By the device that answered until then, which has an outbox of its own over the store.
  const [create, describe] = outbox.entries
  if (!create || !describe) throw new Error('There is nothing to decide about.')
  const again = crypto.randomUUID()
  const { name, args, created_at } = create
  await store.replace([create.id, describe.id], [{ id: again, name, args, created_at }])

  const calls = outboxCalls({ outbox, tracker, send: () => {}, query: async () => [] })
  await calls.adopt()
  const shown = (await calls.pending()).map((entry) => [entry.id, entry.state.kind])
  expect(shown).toEqual([
    [unsent.id, 'waiting'],
    [again, 'waiting'],
  ])
  const { rows } = await database.query('select name, description from lists order by name')
  expect(rows).toEqual([
    { name: 'Ohio', description: null },
    { name: 'Texas', description: null },
  ])
  // A store that was emptied under the device takes nothing of what waits to be sent along.
  await store.replace([unsent.id, again], [])
  await calls.adopt()
  expect(outbox.sendable(9).map((entry) => entry.id)).toEqual([unsent.id, again])
  await store.close()
})

it('sends an edit after its list, which was moved to a team, though the device died at the answer', async () => {
  const first = await openTracker('followed')
  const list = crypto.randomUUID()
  const { id } = await first.tracker.mutate('lists.rename', {
    id: list,
    name: 'Nights',
    previous: 'Days',
  })
  const moved = { code: 'moved', message: '', data: { to: 'desk' } } as const
  await first.outbox.setStates(new Map([[id, { kind: 'rejected', ...moved }]]))
  await first.store.close()
  const { outbox, store } = await openTracker('followed')
  expect(outbox.sendable(9)).toMatchObject([
    { name: 'lists.rename', args: { owner: 'desk', id: list, name: 'Nights' } },
  ])
  expect(await store.readAll()).toEqual(outbox.entries)
  await store.close()
})

it('brings no row back that was emptied, whatever becomes of an edit of it', async () => {
  const userId = 'emptied'
  const server = new ServerModel(userId)
  const candidate_id = PEOPLE[0] ?? ''
  const note = { candidate_id, note: 'Calls back', previous: null }
  await server.actions().mutate('candidates.note', note)
  const { tracker, replica, store } = await openTracker(userId)
  for (const name of SHAPE_NAMES) await tracker.applyBatch(server.refetch(name))
  const { id } = await tracker.mutate('candidates.star', { candidate_id, starred: true })
  const saved = async () =>
    (await database.query('select starred, note from saved_candidates')).rows
  expect(await saved()).toEqual([{ starred: true, note: 'Calls back' }])
  await replica.empty()
  expect(await saved()).toEqual([{ starred: true, note: null }])
  await tracker.applyResults([{ id, status: 'rejected', code: 'gone', message: '' }])
  expect(await saved()).toEqual([])
  await store.close()
})

it.each(['saveCopy', 'retry'] as const)(
  'makes none of what another device has decided about, and loses nothing else: %s',
  async (how) => {
    const { tracker, outbox, store } = await openTracker(`decided elsewhere ${how}`)
    const list = crypto.randomUUID()
    const { id } = await tracker.mutate('lists.create', { id: list, name: 'Texas' })
    await tracker.applyResults([{ id, status: 'rejected', code: 'gone', message: '' }])
    await tracker.mutate('lists.describe', { id: list, description: 'ICU', previous: null })
    // The device that leads by now, before the description came.
    await store.replace([id], [])
    const source = { list: async () => undefined, note: async () => null }
    await tracker[how](id, source)
    expect((await store.readAll()).map(({ name }) => name)).toEqual(['lists.describe'])
    expect(outbox.entries).toEqual(await store.readAll())
    await store.close()
  },
)

it.each(['saveCopy', 'retry'] as const)('a second press makes none twice: %s', async (how) => {
  const { tracker, outbox, store } = await openTracker(`pressed ${how}`)
  const list = { id: crypto.randomUUID(), name: 'Texas' }
  const { id } = await tracker.mutate('lists.create', list)
  await tracker.applyResults([{ id, status: 'rejected', code: 'gone', message: '' }])
  const source = { list: async () => undefined, note: async () => null }
  await Promise.all([tracker[how](id, source), tracker[how](id, source)])
  expect(outbox.entries.map(({ name, state }) => [name, state.kind])).toEqual([
    ['lists.create', 'waiting'],
  ])
  expect(await store.readAll()).toEqual(outbox.entries)
  await store.close()
})

it('ends the mutations of a team that was left: unsent ones wait for their author, others are over', async () => {
  const { tracker, outbox, replica, store } = await openTracker('left')
  const [own, sent, unsent] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await tracker.mutate('lists.create', { id: own, name: 'Mine' })
  await tracker.mutate('lists.create', { owner: 'desk', id: sent, name: 'Sent' })
  await tracker.mutate('lists.create', { owner: 'desk', id: unsent, name: 'Unsent' })
  const [, second, third] = outbox.entries
  const applied = (id = ''): MutationResult => ({
    id,
    status: 'applied',
    txid: 7,
    tables: ['lists'],
  })
  await tracker.applyResults([applied(second?.id)])
  await tracker.leave('desk')
  await replica.drop('desk', { isPersistent: true })
  expect(
    outbox.entries.map(({ args, state }) => [(args as { id: string }).id, state]),
  ).toMatchObject([
    [own, { kind: 'waiting' }],
    [unsent, { kind: 'rejected', code: 'not_a_member' }],
  ])
  expect(await store.readAll()).toEqual(outbox.entries)
  const { rows } = await database.query('select id from lists')
  expect(rows).toEqual([{ id: own }])
  // It had been sent, and was answered late: no row will ever show it.
  await tracker.applyResults([applied(third?.id)])
  expect(outbox.entries.map(({ args }) => (args as { id: string }).id)).toEqual([own])
  await store.close()
})
