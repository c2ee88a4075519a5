import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MutationName } from '#sync/contract/mutations.ts'
import { openFileOutbox } from '#tests/support/file-outbox.ts'
import { Outbox } from './outbox.ts'
import type { EntryState, OutboxStore } from './outbox-store.ts'

const REJECTED: EntryState = { kind: 'rejected', code: 'subscription_required', message: 'No.' }
const LIST = crypto.randomUUID()
const OTHER = crypto.randomUUID()

let dir: string
let store: OutboxStore
let outbox: Outbox
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clinidex-outbox-'))
  store = await openFileOutbox(join(dir, 'outbox'))
  outbox = await Outbox.open(store)
})
afterEach(async () => {
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

const made = (name: MutationName, args: object) => ({
  id: crypto.randomUUID(),
  name,
  args,
  created_at: new Date().toISOString(),
})
const add = async (name: MutationName, args: object) => (await outbox.add(made(name, args))).id

it('sends in order, so many at a time, what has no answer', async () => {
  const ids = [
    await add('lists.create', { id: LIST }),
    await add('members.add', { list_id: LIST }),
    await add('lists.delete', { id: OTHER }),
  ]
  expect(outbox.sendable(2).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  await outbox.setStates(new Map([[ids[0] ?? '', { kind: 'applied', txid: 1, tables: [] }]]))
  expect(outbox.sendable(9).map(({ id }) => id)).toEqual(ids.slice(1))
})

it('sends what another tab put in before an edit of this one first, however late it is read', async () => {
  const ofOtherTab = await Outbox.open(store)
  const { id: removal } = await ofOtherTab.add(made('lists.delete', { id: LIST }))
  const undo = await add('lists.restore', { id: LIST })
  await outbox.reload()
  expect(outbox.sendable(2).map(({ id }) => id)).toEqual([removal, undo])
})

it('keeps what hangs on a rejected mutation back, as one item', async () => {
  const create = await add('lists.create', { id: LIST })
  const fill = await add('members.add', { list_id: LIST })
  const stranger = await add('lists.rename', { id: OTHER })
  await outbox.setStates(new Map([[create, REJECTED]]))
  expect(outbox.sendable(9).map(({ id }) => id)).toEqual([stranger])
  expect(outbox.withDependents(create).map(({ id }) => id)).toEqual([create, fill])
  expect(outbox.withDependents(stranger)).toEqual([])
  expect(outbox.entries.map((entry) => outbox.rejectedParentOf(entry)?.id)).toEqual([
    undefined,
    create,
    undefined,
  ])
})

it('finds everything again when opened anew, up to a line that was torn', async () => {
  const id = await add('lists.create', { id: LIST })
  await outbox.setStates(new Map([[id, REJECTED]]))
  const later = await add('lists.delete', { id: OTHER })
  await store.close()
  store = await openFileOutbox(join(dir, 'outbox'))
  expect((await Outbox.open(store)).entries).toEqual(outbox.entries)
  expect((await store.readAll()).map((entry) => entry.id)).toEqual([id, later])
})

it('takes in what another tab has put there, once', async () => {
  const own = await add('lists.create', { id: LIST })
  const [theirs] = await store.add([made('lists.delete', { id: LIST })])
  expect((await outbox.reload()).added.map(({ id }) => id)).toEqual([theirs?.id])
  expect((await outbox.reload()).added).toEqual([])
  await outbox.replace([own], [])
  expect((await outbox.reload()).added).toEqual([])
  expect(outbox.entries.map(({ id }) => id)).toEqual([theirs?.id])
})
