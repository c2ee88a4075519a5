import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Device, openDevice } from '#sync/client/device.ts'
import type { OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import { isSynced } from '#sync/client/status.ts'
import { shapesOf } from '#sync/contract/shapes.ts'
import {
  CONTRACT_HEADER,
  CONTRACT_VERSION,
  type LivePosition,
  USER_HEADER,
} from '#sync/contract/wire.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { openFileOutbox } from '#tests/support/file-outbox.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'

/** Rows of a team on the devices of its members, and on none of a former one. */

const WAIT = { timeout: 60_000, interval: 20 }
vi.setConfig({ testTimeout: 180_000 })

const [ZENOBIA = ''] = KNOWN_PEOPLE.map(({ id }) => id)

let app: TestApp
let dir: string
let databases: PGlite[]
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clinidex-teams-'))
  app = await testApp({ people: 20, hasShapes: true })
  databases = [await PGlite.create('memory://'), await PGlite.create('memory://')]
}, 300_000)
afterAll(async () => {
  for (const database of databases) await database.close()
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

const opened: { device: Device; outbox: OutboxStore }[] = []
afterEach(async () => {
  for (const { device, outbox } of opened.splice(0)) {
    await device.close()
    await outbox.close()
  }
})

interface Member {
  id: string
  headers: Record<string, string>
}
async function newUser(): Promise<Member> {
  const email = `${crypto.randomUUID()}@teams.test`
  const headers = await app.asUser(email)
  const [user] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
  const id = user?.id ?? ''
  await app.sql`insert into entitlements (user_id, tier, status) values (${id}, 'premium', 'active')`
  return { id, headers }
}

async function deviceOf(user: Member, place: 0 | 1) {
  const database = databases[place]
  if (!database) throw new Error('There is no such device.')
  const outbox = await openFileOutbox(join(dir, `${user.id}-${place}`))
  const asked: string[] = []
  const line = { isCut: false }
  const device = await openDevice({
    userId: user.id,
    database,
    outbox,
    baseUrl: app.url,
    fetch(input, init) {
      if (line.isCut) return Promise.reject(new TypeError('fetch failed'))
      const { pathname, searchParams } = new URL(String(input))
      asked.push(`${pathname}?${searchParams}`)
      const headers = { ...user.headers, ...(init?.headers as Record<string, string>) }
      return fetch(input, { ...init, headers })
    },
  })
  opened.push({ device, outbox })
  return Object.assign(device, { database, asked, line })
}
type TestDevice = Awaited<ReturnType<typeof deviceOf>>

const isIdle = (device: Device) =>
  vi.waitFor(() => {
    expect(isSynced(device.status()), JSON.stringify(device.status())).toBe(true)
  }, WAIT)
/** Names of lists on a device, with their owners. */
async function listsOn({ database }: TestDevice): Promise<string[]> {
  const { rows } = await database.query<{ owner_id: string; name: string }>(
    'select owner_id, name from lists order by name',
  )
  return rows.map(({ owner_id, name }) => `${owner_id} ${name}`)
}
/** How many rows and cursors of an owner a device holds. */
async function countOf({ database }: TestDevice, ownerId: string): Promise<number> {
  const counts = await Promise.all(
    [...shapesOf('team'), 'cursors'].map(async (table) => {
      const { rows } = await database.query<{ count: number }>(
        `select count(*)::int as count from ${table} t where t::text like '%' || $1 || '%'`,
        [ownerId],
      )
      return rows[0]?.count ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function desk() {
  const [ana, ben] = [await newUser(), await newUser()]
  const team = await teamOf(app.sql, ana)
  const membership = await memberIn(app.sql, team, ben, 'recruiter')
  return { ana, ben, team, membership }
}
const end = (membership: string) =>
  app.sql`update team_members set ended_at = now() where id = ${membership}`

it('a list of the team is on both members’ devices, beside lists of their own', async () => {
  const { ana, ben, team } = await desk()
  const [first, second] = [await deviceOf(ana, 0), await deviceOf(ben, 1)]
  await Promise.all([isIdle(first), isIdle(second)])
  const id = crypto.randomUUID()
  // The same id for a list of the team and one of Ben's own: neither replaces the other.
  await second.mutate('lists.create', { id, name: 'Mine' })
  await first.mutate('lists.create', { owner: team, id, name: 'Nights', candidate_ids: [ZENOBIA] })
  await vi.waitFor(async () => {
    expect(await listsOn(second)).toEqual([`${ben.id} Mine`, `${team} Nights`])
  }, WAIT)
  await second.mutate('lists.rename', { owner: team, id, name: 'Days', previous: 'Nights' })
  await vi.waitFor(async () => expect(await listsOn(first)).toEqual([`${team} Days`]), WAIT)
  await Promise.all([isIdle(first), isIdle(second)])
  expect(await app.sql`select name from lists where owner_id = ${team}`).toEqual([{ name: 'Days' }])
})

it('joining fetches the team’s rows and none of the account’s again', async () => {
  const ana = await newUser()
  const ben = await newUser()
  const device = await deviceOf(ben, 0)
  await isIdle(device)
  const team = await teamOf(app.sql, ana)
  const before = device.asked.length
  await memberIn(app.sql, team, ben, 'viewer')
  await vi.waitFor(async () => expect(await countOf(device, team)).toBeGreaterThan(6), WAIT)
  await isIdle(device)
  const anew = device.asked.slice(before).filter((path) => path.includes('offset=-1'))
  expect(anew.every((path) => path.includes(`owner=${team}`))).toBe(true)
  expect(anew).toHaveLength(shapesOf('team').length)
})

it('a member who is removed keeps no row of the team, open or away', async () => {
  const { ana, ben, team, membership } = await desk()
  const [first, second] = [await deviceOf(ana, 0), await deviceOf(ben, 1)]
  await Promise.all([isIdle(first), isIdle(second)])
  const id = crypto.randomUUID()
  await first.mutate('lists.create', { owner: team, id, name: 'Nights', candidate_ids: [ZENOBIA] })
  await vi.waitFor(async () => expect(await listsOn(second)).toEqual([`${team} Nights`]), WAIT)
  await end(membership)
  await vi.waitFor(async () => {
    const { rows } = await second.database.query(
      'select from memberships where team_id = $1 and ended_at is null',
      [team],
    )
    expect([await listsOn(second), await countOf(second, team), rows]).toEqual([[], 0, []])
  }, WAIT)
  await isIdle(second)
  expect(await listsOn(first)).toEqual([`${team} Nights`])
  await isIdle(first)
})

it('an edit of a former member is refused, kept, and changes nothing', async () => {
  const { ben, team, membership } = await desk()
  const device = await deviceOf(ben, 1)
  await isIdle(device)
  device.line.isCut = true
  await device.mutate('lists.create', { owner: team, id: crypto.randomUUID(), name: 'Nights' })
  await end(membership)
  device.line.isCut = false
  device.flush()
  await vi.waitFor(async () => {
    expect((await device.pending()).map(({ state }) => state)).toEqual([
      { kind: 'rejected', code: 'not_a_member', message: 'You are not a member of this team.' },
    ])
  }, WAIT)
  await vi.waitFor(async () => expect(await listsOn(device)).toEqual([]), WAIT)
  expect(await app.sql`select from lists where owner_id = ${team}`).toHaveLength(0)
})

it('a viewer reads and writes nothing', async () => {
  const { team } = await desk()
  const viewer = await newUser()
  await memberIn(app.sql, team, viewer, 'viewer')
  const device = await deviceOf(viewer, 0)
  await isIdle(device)
  await device.mutate('lists.create', { owner: team, id: crypto.randomUUID(), name: 'Nights' })
  await vi.waitFor(async () => {
    expect((await device.pending()).map(({ state }) => state)).toMatchObject([
      { kind: 'rejected', code: 'forbidden' },
    ])
  }, WAIT)
  expect(await app.sql`select from lists where owner_id = ${team}`).toHaveLength(0)
})

it('a request that waits for news of the team ends with the membership, and is refused then', async () => {
  const { ben, team, membership } = await desk()
  const headers = { [USER_HEADER]: ben.id, [CONTRACT_HEADER]: String(CONTRACT_VERSION) }
  const read = (query: string) =>
    fetch(`${app.url}/api/shapes/roster?${query}`, { headers: { ...ben.headers, ...headers } })
  const ask = (shapes: LivePosition[]) =>
    fetch(`${app.url}/api/shapes/live`, {
      method: 'POST',
      headers: { ...ben.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ version: CONTRACT_VERSION, user_id: ben.id, shapes }),
    })
  const first = await read(`owner=${team}&offset=-1`)
  const handle = first.headers.get('electric-handle') ?? ''
  expect([first.status, ((await first.json()) as object[]).length]).toEqual([200, 3])
  const last = await read(
    `owner=${team}&offset=${first.headers.get('electric-offset')}&handle=${handle}`,
  )
  const offset = last.headers.get('electric-offset') ?? ''
  const position = { name: 'lists', owner: team, handle: '1-1', offset: '0_0' } as const
  const waiting = ask([{ name: 'roster', owner: team, handle, offset }])
  await end(membership)
  // Either the notice, or the row that it is about, ends it.
  expect([200, 204]).toContain((await waiting).status)
  expect(await (await ask([position])).json()).toEqual({
    shapes: [{ name: 'lists', owner: team, status: 403, headers: {}, body: '' }],
  })
  const refused = await read(`owner=${team}&offset=-1`)
  const unknown = await read('owner=nowhere&offset=-1')
  expect([refused.status, unknown.status]).toEqual([403, 403])
  expect(await refused.json()).toEqual(await unknown.json())
  expect((await read('offset=-1')).status).toBe(400)
})
