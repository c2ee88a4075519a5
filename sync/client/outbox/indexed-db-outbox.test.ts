import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { databaseNames, forgetDatabases, loseConnections } from '#tests/support/memory-idb.ts'
import { openIndexedDbOutbox } from './indexed-db-outbox.ts'
import { Outbox } from './outbox.ts'

vi.mock('idb', () => import('#tests/support/memory-idb.ts'))

let lost: CryptoKey
let key: CryptoKey
beforeEach(async () => {
  lost = await newKey()
  key = await newKey()
})
afterEach(forgetDatabases)

const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

const deletion = () => ({
  id: crypto.randomUUID(),
  name: 'lists.delete' as const,
  args: { id: crypto.randomUUID() },
  created_at: '2026-11-20T12:00:00.000Z',
})

it('hands out what was put in, in order, with its states', async () => {
  const store = await openIndexedDbOutbox('outbox', key)
  const [first, second] = [deletion(), deletion()]
  await store.add([first])
  await store.add([second, first])
  await store.setStates(new Map([[second.id, { kind: 'applied', txid: 7, tables: ['lists'] }]]))
  const again = await openIndexedDbOutbox('outbox', key)
  expect(await again.readAll()).toEqual([
    { ...first, seq: 1, state: { kind: 'waiting' } },
    { ...second, seq: 2, state: { kind: 'applied', txid: 7, tables: ['lists'] } },
  ])
  await again.replace([first.id], [])
  expect((await store.readAll()).map(({ id }) => id)).toEqual([second.id])
})

it('keeps an entry that cannot be opened, says so, and sends the others', async () => {
  const unreadable = deletion()
  await (await openIndexedDbOutbox('outbox', lost)).add([unreadable])
  const store = await openIndexedDbOutbox('outbox', key)
  const readable = deletion()
  await store.add([readable])

  const outbox = await Outbox.open(store)
  expect(outbox.sendable(9).map(({ id }) => id)).toEqual([readable.id])
  await outbox.setStates(new Map([[readable.id, { kind: 'applied', txid: 7, tables: ['lists'] }]]))
  const [kept, sent] = await store.readAll()
  expect(kept).toMatchObject({ id: unreadable.id, state: { kind: 'rejected' } })
  expect(sent).toMatchObject({ id: readable.id, state: { kind: 'applied' } })
  // Under its own key it is there as it was.
  const [found] = await (await openIndexedDbOutbox('outbox', lost)).readAll()
  expect(found).toEqual({ ...unreadable, seq: 1, state: { kind: 'waiting' } })

  await outbox.replace([unreadable.id], [])
  expect((await store.readAll()).map(({ id }) => id)).toEqual([readable.id])
})

it('takes edits in again after the browser has ended its connection', async () => {
  const store = await openIndexedDbOutbox('outbox', key)
  const [before, after] = [deletion(), deletion()]
  await store.add([before])
  loseConnections()
  await store.add([after])
  expect((await store.readAll()).map(({ id }) => id)).toEqual([before.id, after.id])
})

it('stays closed once it was closed, so that a wiped device does not come back', async () => {
  const store = await openIndexedDbOutbox('outbox', key)
  await store.close()
  loseConnections()
  await expect(store.add([deletion()])).rejects.toThrow('The connection is closed.')
})

it('a store whose connection the browser had ended is closed without another one', async () => {
  const store = await openIndexedDbOutbox('outbox', key)
  loseConnections()
  forgetDatabases()
  await store.close()
  await expect(store.readAll()).rejects.toThrow('The connection is closed.')
  expect(databaseNames()).toEqual([])
})

it('replaces an entry once, however many devices decide about it', async () => {
  const [one, other] = [
    await openIndexedDbOutbox('outbox', key),
    await openIndexedDbOutbox('outbox', key),
  ]
  const [refused, later, again, doubled, laterAgain] = Array.from({ length: 5 }, deletion)
  if (!(refused && later && again && doubled && laterAgain)) throw new Error('There are five.')
  await one.add([refused])
  await other.add([later])
  await one.replace([refused.id], [again])
  const added = await other.replace([refused.id, later.id], [doubled, laterAgain])
  expect(added.map(({ id }) => id)).toEqual([laterAgain.id])
  expect((await one.readAll()).map(({ id }) => id)).toEqual([again.id, laterAgain.id])
})
