import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { evaluateWatches } from '#api/services/watches/evaluate-watches.ts'
import type { Device } from '#sync/client/device.ts'
import type { EntryState } from '#sync/client/outbox/outbox-store.ts'
import { isSynced } from '#sync/client/status.ts'
import { SHAPE_NAMES } from '#sync/contract/shapes.ts'
import { LONG_POLL_MS } from '#sync/server/shape-server/protocol.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import {
  cut,
  isIdle,
  letPay,
  openTestDevices,
  type TestDevices,
  newUser as userOf,
  WAIT,
  type Wire,
} from '#tests/support/devices.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { spoilt } from '#tests/support/scripted-fetch.ts'

vi.setConfig({ testTimeout: 180_000 })

const [ZENOBIA = ''] = KNOWN_PEOPLE.map(({ id }) => id)

let app: TestApp
let devices: TestDevices
beforeAll(async () => {
  app = await testApp({ people: 20, hasShapes: true })
  devices = await openTestDevices(app)
}, 300_000)
afterAll(async () => {
  await devices.close()
  await app.close()
})
const closeDevices = () => devices.closeOpen()
afterEach(closeDevices)

const newUser = (options?: Parameters<typeof userOf>[1]) => userOf(app, options)
const deviceOf: TestDevices['open'] = (...args) => devices.open(...args)
const namesOn = async (device: Device) =>
  (await device.query('lists.all', {})).map(({ name }) => name)

it('a list renamed on one device is seen on another', async () => {
  const user = await newUser()
  const [phone, desk] = [await deviceOf(user, 0), await deviceOf(user, 1)]
  const id = crypto.randomUUID()
  await phone.mutate('lists.create', { id, name: 'Texas', candidate_ids: [ZENOBIA] })
  await vi.waitUntil(async () => (await namesOn(desk)).includes('Texas'), WAIT)
  await phone.mutate('lists.rename', { id, name: 'Hearts of Texas', previous: 'Texas' })
  await vi.waitUntil(async () => (await namesOn(desk)).includes('Hearts of Texas'), WAIT)
  await isIdle(phone)
  await isIdle(desk)
  expect(await namesOn(phone)).toEqual(['Hearts of Texas'])
  const [row] = await app.sql`select name from lists where id = ${id}`
  expect(row?.name).toBe('Hearts of Texas')
  const members = await desk.query('lists.members', { owner_id: user.id, list_id: id })
  expect(members.map(({ candidate_id, card }) => [candidate_id, card?.first_name])).toEqual([
    [ZENOBIA, 'Zenobia'],
  ])
})

it('news read on one device are read on another at once, what is found later on neither', async () => {
  const user = await newUser()
  const [phone, desk] = [await deviceOf(user, 0), await deviceOf(user, 1)]
  const search_id = crypto.randomUUID()
  const search_params = { v: 2, specialty: 'Watchmaker' }
  await phone.mutate('searches.create', { id: search_id, name: 'Watchmakers', search_params })
  await phone.mutate('watches.set', { search_id, cadence: 'daily' })
  await isIdle(phone)
  const find = async () => {
    await app.sql`
      insert into candidates (source, last_name, specialty) values ('csv', 'B', 'Watchmaker')`
    await evaluateWatches(app.parts)
  }
  const unreadOn = async (device: Device) => (await device.query('watches.all', {}))[0]?.new_count
  const isUnread = async (count: number) =>
    (await unreadOn(phone)) === count && (await unreadOn(desk)) === count
  await find()
  await vi.waitUntil(() => isUnread(1), WAIT)
  const [row] = await phone.query('watches.all', {})
  // While it reads, more is found that it has not seen.
  phone.line.wire = cut
  await phone.mutate('watches.read', { search_id, through: row?.found_at?.toISOString() ?? '' })
  expect(await unreadOn(phone)).toBe(0)
  await find()
  phone.line.wire = (ask) => ask()
  phone.flush()
  await vi.waitUntil(() => isUnread(1), WAIT)

  const [later] = await phone.query('watches.all', {})
  const since = performance.now()
  await phone.mutate('watches.read', { search_id, through: later?.found_at?.toISOString() ?? '' })
  await vi.waitUntil(() => isUnread(0), WAIT)
  expect(performance.now() - since).toBeLessThan(LONG_POLL_MS / 2)
})

const states = async (device: Device) => (await device.pending()).map(({ state }) => state.kind)

it('runs an edit once whose answers are lost, cut off, or of another push', async () => {
  const user = await newUser()
  const device = await deviceOf(user, 0)
  // Mutations that wait for a refetched shape are checked again.
  await isIdle(device)
  const faults: Wire[] = [
    async (ask) => {
      await ask()
      throw new TypeError('fetch failed')
    },
    async (ask) => spoilt((await (await ask()).text()).slice(0, -20)),
    async (ask) => {
      const [result] = ((await (await ask()).json()) as { results: object[] }).results
      return Response.json({ results: [{ ...result, id: crypto.randomUUID() }] })
    },
    async (ask) => {
      await ask()
      return ask()
    },
  ]
  let pushes = 0
  device.line.wire = (ask, path) => {
    if (path !== '/api/mutations') return ask()
    pushes += 1
    return (faults.shift() ?? ((pass) => pass()))(ask, path)
  }
  const { id } = await device.mutate('lists.create', { id: crypto.randomUUID(), name: 'Once' })
  expect(isSynced(device.status())).toBe(false)
  await vi.waitUntil(() => {
    device.flush()
    return isSynced(device.status())
  }, WAIT)
  expect(pushes).toBe(4)
  expect(await app.sql`select from mutation_results where id = ${id}`).toHaveLength(1)
  expect(await app.sql`select from lists where owner_id = ${user.id}`).toHaveLength(1)
  expect(await namesOn(device)).toEqual(['Once'])
})

it('shows offline edits after a restart, and converges with another device later', async () => {
  const user = await newUser()
  const id = crypto.randomUUID()
  const plane = await deviceOf(user, 1)
  await plane.mutate('lists.create', { id, name: 'Texas' })
  await isIdle(plane)
  plane.line.wire = cut
  plane.flush()
  await plane.mutate('lists.describe', { id, description: 'On a plane', previous: null })
  await vi.waitUntil(() => plane.status().state === 'offline', WAIT)
  await closeDevices()

  const [desk, landed] = [await deviceOf(user, 0), await deviceOf(user, 1, { wire: cut })]
  expect(await landed.query('lists.all', {})).toMatchObject([{ description: 'On a plane' }])
  expect(await states(landed)).toEqual(['waiting'])
  expect(landed.status().isComplete).toBe(true)
  await vi.waitUntil(async () => (await namesOn(desk)).includes('Texas'), WAIT)
  await desk.mutate('lists.rename', { id, name: 'Hearts', previous: 'Texas' })
  await isIdle(desk)
  expect(landed.status()).toMatchObject({ pending: 1, rejected: 0 })

  landed.line.wire = (ask) => ask()
  landed.flush()
  await isIdle(landed)
  const list = { name: 'Hearts', description: 'On a plane' }
  expect(await landed.query('lists.all', {})).toMatchObject([list])
  await vi.waitFor(async () => {
    expect(await desk.query('lists.all', {})).toMatchObject([list])
  }, WAIT)
})

it('a device that goes offline before its first rows came knows that it misses some', async () => {
  const device = await deviceOf(await newUser(), 0, { wire: cut })
  await vi.waitUntil(() => device.status().state === 'offline', WAIT)
  expect(device.status().isComplete).toBe(false)
  device.line.wire = (ask) => ask()
  device.flush()
  await isIdle(device)
  expect(device.status().isComplete).toBe(true)
})

it.each<[string, EntryState]>([
  ['a tab has just added to the outbox', { kind: 'waiting' }],
  ['the server applied for another device', { kind: 'applied', txid: 2 ** 31, tables: ['lists'] }],
])('a read after the reload shows the edits that %s', async (_by, state) => {
  const device = await deviceOf(await newUser(), 0)
  await isIdle(device)
  const mutation = {
    id: crypto.randomUUID(),
    name: 'lists.create' as const,
    args: { id: crypto.randomUUID(), name: 'By a tab', description: null, candidate_ids: [] },
    created_at: new Date().toISOString(),
  }
  await device.outbox.add([mutation])
  await device.outbox.setStates(new Map([[mutation.id, state]]))
  void device.adopt()
  expect(await namesOn(device)).toEqual(['By a tab'])
})

it('keeps what the server refuses until its author decides', async () => {
  const user = await newUser({ isPaying: false })
  const device = await deviceOf(user, 0)
  const id = crypto.randomUUID()
  device.line.wire = cut
  const create = await device.mutate('lists.create', { id, name: 'Wanted' })
  await device.mutate('members.add', { list_id: id, candidate_ids: [ZENOBIA] })
  device.line.wire = (ask) => ask()
  device.flush()
  await vi.waitUntil(() => device.status().rejected === 1, WAIT)
  expect(await namesOn(device)).toEqual([])
  const [rejected, held] = await device.pending()
  expect(rejected).toMatchObject({ id: create.id, canCopy: true })
  expect(rejected?.state).toMatchObject({ kind: 'rejected', code: 'subscription_required' })
  expect(held).toMatchObject({ parentId: create.id })

  await letPay(app, user.id)
  await device.retry(create.id)
  expect(await namesOn(device)).toEqual(['Wanted'])
  await isIdle(device)
  expect(await app.sql`select from list_members where list_id = ${id}`).toHaveLength(1)
})

it('waits when the session ends, and goes on when the same user is back', async () => {
  const user = await newUser()
  const device = await deviceOf(user, 0)
  await vi.waitUntil(() => device.status().state === 'live', WAIT)
  const { headers } = user
  user.headers = {}
  await device.mutate('lists.create', { id: crypto.randomUUID(), name: 'Signed out' })
  await vi.waitUntil(() => device.status().need === 'sign_in', WAIT)
  expect(await states(device)).toEqual(['waiting'])
  // Another user's session does not help either.
  user.headers = (await newUser()).headers
  device.resume()
  await vi.waitUntil(() => device.status().need === 'sign_in', WAIT)
  expect(await app.sql`select from lists where name = 'Signed out'`).toHaveLength(0)
  user.headers = headers
  device.resume()
  await isIdle(device)
  expect(await app.sql`select from lists where name = 'Signed out'`).toHaveLength(1)
})

const inTwoWeeks = () => Date.now() + 15 * 24 * 60 * 60 * 1000

it('LISTS-11 fetches again what does not add up, and drops what is too old or another user’s', async () => {
  const user = await newUser()
  const kept = devices.databases[1]
  const device = await deviceOf(user, 1)
  await device.mutate('lists.create', { id: crypto.randomUUID(), name: 'Texas' })
  await isIdle(device)
  await closeDevices()
  await kept?.exec(`update lists set name = 'Tampered with'`)
  const again = await deviceOf(user, 1)
  await vi.waitUntil(async () => (await namesOn(again)).includes('Texas'), WAIT)
  await isIdle(again)
  again.line.wire = cut
  await again.mutate('lists.create', { id: crypto.randomUUID(), name: 'On a plane' })
  await closeDevices()

  const late = await deviceOf(user, 1, { wire: cut, now: inTwoWeeks })
  // The rows are gone; the pending mutations are not.
  expect(await namesOn(late)).toEqual(['On a plane'])
  expect(await states(late)).toEqual(['waiting'])
  late.line.wire = (ask) => ask()
  late.flush()
  await vi.waitUntil(async () => (await namesOn(late)).includes('Texas'), WAIT)
  await isIdle(late)
  expect((await namesOn(late)).sort()).toEqual(['On a plane', 'Texas'])
  await closeDevices()

  const stranger = await deviceOf(await newUser(), 1, { wire: cut })
  expect(await namesOn(stranger)).toEqual([])
})

it('fetches again into tables of another form, and keeps the unsent work', async () => {
  const user = await newUser()
  const device = await deviceOf(user, 1)
  await device.mutate('lists.create', { id: crypto.randomUUID(), name: 'Texas' })
  await isIdle(device)
  device.line.wire = cut
  device.flush()
  await device.mutate('lists.create', { id: crypto.randomUUID(), name: 'On a plane' })
  await closeDevices()
  await devices.databases[1]?.exec(`
    alter table lists drop column description;
    update replica set schema_hash = 'of an older build'`)

  const updated = await deviceOf(user, 1, { wire: cut })
  expect(await namesOn(updated)).toEqual(['On a plane'])
  expect(updated.status().isComplete).toBe(false)
  updated.line.wire = (ask) => ask()
  updated.flush()
  await isIdle(updated)
  expect(await updated.query('lists.all', {})).toMatchObject([
    { name: 'On a plane', description: null },
    { name: 'Texas', description: null },
  ])
})

it('does not open on damaged files; into another database the rows come again, with the unsent work', async () => {
  const user = await newUser()
  const files = join(devices.dir, 'damaged')
  const damaged = await openDeviceDatabase(files)
  const device = await deviceOf(user, 1, { database: damaged })
  await device.mutate('lists.create', { id: crypto.randomUUID(), name: 'Texas' })
  await isIdle(device)
  device.line.wire = cut
  device.flush()
  await device.mutate('lists.create', { id: crypto.randomUUID(), name: 'On a plane' })
  await closeDevices()
  const { rows } = await damaged.query<{ path: string }>(
    `select pg_relation_filepath('lists') as path`,
  )
  // Written to the files: otherwise the log would be replayed over the damage.
  await damaged.exec('checkpoint')
  await damaged.close()
  await writeFile(join(files, rows[0]?.path ?? ''), Buffer.alloc(8192, 0xff))

  const reopened = await openDeviceDatabase(files)
  await expect(deviceOf(user, 1, { database: reopened })).rejects.toThrow('invalid page')
  await reopened.close()
  const anew = await deviceOf(user, 1)
  expect(await states(anew)).toEqual(['waiting'])
  await isIdle(anew)
  expect(await namesOn(anew)).toEqual(['On a plane', 'Texas'])
})

it.each([
  ['a table refuses them', 'alter table lists add constraint never check (name is null) not valid'],
  ['nothing of them can be remembered', 'alter table cursors rename to damaged'],
])('says that the rows cannot be kept where %s, and keeps the unsent work', async (_, damage) => {
  const user = await newUser()
  const broken = await openDeviceDatabase()
  devices.databases.push(broken)
  const device = await deviceOf(user, 1, { database: broken })
  await isIdle(device)
  await broken.exec(damage)
  const desk = await deviceOf(user, 0)
  await desk.mutate('lists.create', { id: crypto.randomUUID(), name: 'Texas' })
  await vi.waitUntil(() => device.status().state === 'failed', WAIT)
  device.line.wire = cut
  device.flush()
  await device.mutate('settings.set', { key: 'email.signature', value: 'Ada' })
  await closeDevices()

  const anew = await deviceOf(user, 1)
  await isIdle(anew)
  expect(await namesOn(anew)).toEqual(['Texas'])
  expect(await anew.query('settings.all', {})).toEqual([{ key: 'email.signature', value: 'Ada' }])
})

it('an open device lets its rows go when the server says how long it was not heard', async () => {
  const device = await deviceOf(await newUser(), 0)
  await device.mutate('lists.create', { id: crypto.randomUUID(), name: 'Texas' })
  await isIdle(device)
  const emptied = new Promise<void>((resolve) => {
    device.onTables((tables) => {
      if (tables.size === SHAPE_NAMES.length) resolve()
    })
  })
  device.line.wire = async (ask) => {
    const { status, headers, body } = await ask()
    return new Response(body, {
      status,
      headers: { ...Object.fromEntries(headers), date: new Date(inTwoWeeks()).toUTCString() },
    })
  }
  await device.mutate('lists.create', { id: crypto.randomUUID(), name: 'Ohio' })
  await emptied
  await vi.waitFor(async () => {
    expect((await namesOn(device)).sort()).toEqual(['Ohio', 'Texas'])
  }, WAIT)
})

it('says that the rows cannot be kept once they cannot be read, and not where a question is at fault', async () => {
  const broken = await openDeviceDatabase()
  devices.databases.push(broken)
  const device = await deviceOf(await newUser(), 1, { database: broken })
  await isIdle(device)
  const asked = { owner_id: 'ada', list_id: crypto.randomUUID(), text: 'no text holds \0' }
  await expect(device.query('lists.members', asked)).rejects.toThrow('This cannot be asked.')
  expect(device.status().state).toBe('live')
  await broken.exec('alter table user_settings rename to damaged')
  await expect(device.query('settings.all', {})).rejects.toThrow('does not exist')
  expect(device.status().state).toBe('failed')
})
