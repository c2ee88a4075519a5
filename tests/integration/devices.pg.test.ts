import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Device, openDevice } from '../../sync/client/device.ts'
import { isSynced } from '../../sync/client/status.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { openFileOutbox } from '../support/file-outbox.ts'
import { KNOWN_PEOPLE } from '../support/known-people.ts'

const WAIT = { timeout: 15_000, interval: 20 }
const [ZENOBIA = ''] = KNOWN_PEOPLE.map(({ id }) => id)

let app: TestApp
let dir: string
const databases: PGlite[] = []
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clinidex-devices-'))
  app = await testApp({ people: 20, hasShapes: true })
  // Slow to create: every test takes these two, for a user of its own.
  databases.push(await PGlite.create('memory://'), await PGlite.create(join(dir, 'kept')))
}, 120_000)
afterAll(async () => {
  for (const database of databases) await database.close()
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

const opened: Device[] = []
afterEach(async () => {
  for (const device of opened.splice(0)) await device.close()
})

interface User {
  id: string
  headers: Record<string, string>
}
async function newUser(): Promise<User> {
  const email = `${crypto.randomUUID()}@devices.test`
  const headers = await app.asUser(email)
  const [user] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
  const id = user?.id ?? ''
  await app.sql`insert into entitlements (user_id, tier, status) values (${id}, 'premium', 'active')`
  return { id, headers }
}

/** The first or second device of a user; opened again it finds what it left. */
async function deviceOf(user: User, place: 0 | 1): Promise<Device> {
  const database = databases[place]
  if (!database) throw new Error('There is no such device.')
  const device = await openDevice({
    userId: user.id,
    database,
    outbox: await openFileOutbox(join(dir, `${user.id}-${place}`)),
    baseUrl: app.url,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...user.headers, ...(init?.headers as object) } }),
    onFault: (fault) => console.error(fault),
  })
  opened.push(device)
  return device
}

const isIdle = (device: Device) => vi.waitUntil(() => isSynced(device.status()), WAIT)
const namesOn = async (device: Device) =>
  (await device.query('lists.all', {})).map(({ name }) => name)

it('LISTS-11 a list renamed on one device is seen on another', async () => {
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
  const members = await desk.query('lists.members', { list_id: id })
  expect(members.map(({ candidate_id, card }) => [candidate_id, card?.first_name])).toEqual([
    [ZENOBIA, 'Zenobia'],
  ])
})
