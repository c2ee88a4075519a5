import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { type Device, openDevice } from '#sync/client/device.ts'
import type { OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import { isSynced } from '#sync/client/status.ts'
import { openWorld, type World } from '#tests/chaos/world.ts'
import { testDatabase } from '#tests/support/database.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { openFileOutbox } from '#tests/support/file-outbox.ts'

/* Edits of a device while its shapes are fetched anew, on an otherwise idle database. With
   ELECTRIC_URL shapes come from there, over the spare database of DATABASE_URL. */

/** Changes on the server arrive quickly; proving that one does not arrive takes longer. */
const SOON = { timeout: 60_000, interval: 20 }

vi.setConfig({ testTimeout: 180_000 })

let database: Awaited<ReturnType<typeof openOne>>
let world: World
let dir: string
const replicas: PGlite[] = []
beforeAll(async () => {
  database = await openOne()
  world = await openWorld(database.sql, database.url)
  dir = await mkdtemp(join(tmpdir(), 'clinidex-edits-'))
  replicas.push(await openDeviceDatabase(), await openDeviceDatabase())
}, 300_000)
afterAll(async () => {
  for (const replica of replicas) await replica.close()
  await world.close()
  await database.close()
  await rm(dir, { recursive: true, force: true })
})

async function openOne() {
  const { ELECTRIC_URL, DATABASE_URL: url } = process.env
  if (!ELECTRIC_URL || !url) return testDatabase()
  const sql = connect(url)
  await migrate(sql)
  // People of an earlier run: a directory is generated where it is empty.
  await sql`delete from candidates`
  return { sql, url, close: () => sql.end() }
}

const opened: { device: Device; outbox: OutboxStore }[] = []
async function closeDevices(): Promise<void> {
  for (const { device, outbox } of opened.splice(0)) {
    await device.close()
    await outbox.close()
  }
}
afterEach(closeDevices)

interface Line {
  isCut: boolean
  /** Whether the next request for each shape names an unknown handle. */
  forgets: boolean
  /** Awaited before an answer to a push arrives. */
  pushAnswer: Promise<void>
}

async function deviceOf(userId: string, place: 0 | 1) {
  const replica = replicas[place]
  if (!replica) throw new Error('There is no such device.')
  const outbox = await openFileOutbox(join(dir, `${userId}-${place}`))
  const cookie = await world.signIn(userId)
  const line: Line = { isCut: false, forgets: false, pushAnswer: Promise.resolve() }
  const refused = { count: 0 }
  const device = await openDevice({
    userId,
    database: replica,
    outbox,
    baseUrl: `http://127.0.0.1:${world.port()}`,
    async fetch(input, init) {
      if (line.isCut) throw new TypeError('fetch failed')
      const headers = { ...(init?.headers as Record<string, string>), Cookie: cookie }
      const asked = { ...init, headers }
      const isPush = String(input).endsWith('/api/mutations')
      if (!line.forgets || isPush) {
        const answer = await fetch(input, asked)
        if (isPush) await line.pushAnswer
        return answer
      }
      const url = String(input).replace(/handle=[^&]*/, 'handle=1-1')
      const body = String(init?.body ?? '').replace(/("handle":")[^"]*/g, '$11-1')
      const answer = await fetch(url, init?.body ? { ...asked, body } : asked)
      const text = await answer.clone().text()
      if (answer.status === 409 || text.includes('"status":409')) {
        line.forgets = false
        refused.count += 1
      }
      return answer
    },
  })
  opened.push({ device, outbox })
  return Object.assign(device, { line, refused })
}

const isIdle = (device: Device) =>
  vi.waitFor(async () => {
    const { state } = (await device.pending())[0] ?? {}
    expect(isSynced(device.status()), JSON.stringify([device.status(), state])).toBe(true)
  }, SOON)
const namesOn = async (device: Device) =>
  (await device.query('lists.all', {})).map(({ name }) => name).sort()
const create = (device: Device, name: string) =>
  device.mutate('lists.create', {
    id: crypto.randomUUID(),
    name,
    candidate_ids: world.people.slice(0, 2),
  })

it('an edit made with no network is on both devices once there is one, and waits for nothing', async () => {
  const user = await world.newUser()
  const [phone, desk] = [await deviceOf(user, 0), await deviceOf(user, 1)]
  await isIdle(phone)
  phone.line.isCut = true
  phone.flush()
  await create(phone, 'On a plane')
  expect(phone.status().pending).toBe(1)
  phone.line.isCut = false
  phone.flush()
  await isIdle(phone)
  await vi.waitFor(async () => expect(await namesOn(desk)).toEqual(['On a plane']), SOON)
  await isIdle(desk)
})

it('an edit is let go whose shapes are fetched anew before its rows came', async () => {
  const user = await world.newUser()
  const device = await deviceOf(user, 0)
  await isIdle(device)
  for (const name of ['A', 'B', 'C']) {
    device.line.forgets = true
    device.flush()
    await create(device, name)
    await isIdle(device)
  }
  expect(device.refused.count).toBeGreaterThan(0)
  expect(await namesOn(device)).toEqual(['A', 'B', 'C'])
})

it('an edit is let go whose rows came with a fetch before its answer', async () => {
  const user = await world.newUser()
  const device = await deviceOf(user, 0)
  await isIdle(device)
  let answer = () => {}
  device.line.pushAnswer = new Promise((resolve) => {
    answer = resolve
  })
  const { id } = await create(device, 'Texas')
  await vi.waitFor(async () => {
    const done = await world.sql`select from mutation_results where id = ${id}`
    expect(done).toHaveLength(1)
  }, SOON)
  device.line.forgets = true
  await closeDevices()
  const again = await deviceOf(user, 0)
  answer()
  await isIdle(again)
  expect(await namesOn(again)).toEqual(['Texas'])
})

it('a device that comes anew to rows of before, and edits at once, waits for nothing', async () => {
  const user = await world.newUser()
  const desk = await deviceOf(user, 0)
  await create(desk, 'Of before')
  await isIdle(desk)
  const phone = await deviceOf(user, 1)
  await create(phone, 'At once')
  await isIdle(phone)
  await vi.waitFor(async () => expect(await namesOn(desk)).toEqual(['At once', 'Of before']), SOON)
  expect(await namesOn(phone)).toEqual(['At once', 'Of before'])
  expect([phone.status().unknownMessages, phone.status().isPaused]).toEqual([0, false])
})
