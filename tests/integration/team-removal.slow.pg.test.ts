import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { TeamDevice } from '#api/contract/teams.ts'
import type { Queryable } from '#db/client.ts'
import { isSynced } from '#sync/client/status.ts'
import { markRemains } from '#sync/client/tables/remains.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { shapesOf } from '#sync/contract/shapes.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { type DiskDevice, openDiskDevice } from '#tests/support/disk-device.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { findInProfile } from '#tests/support/profile-scan.ts'
import { soon } from '#tests/support/soon.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'

/**
 * Checks what remains of a team on the disk of a former member's device: nothing, whatever happens.
 */

const WAIT = { timeout: 90_000, interval: 50 }
vi.setConfig({ testTimeout: 300_000 })

const [ZENOBIA = '', OTHER = ''] = KNOWN_PEOPLE.map(({ id }) => id)

let app: TestApp
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clinidex-removal-'))
  app = await testApp({ people: 20, hasShapes: true })
}, 300_000)
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

const devices: DiskDevice[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

interface Member {
  id: string
  headers: Record<string, string>
}
async function newUser(): Promise<Member> {
  const email = `${crypto.randomUUID()}@removal.test`
  const headers = await app.asUser(email)
  const [user] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
  const id = user?.id ?? ''
  await app.sql`insert into entitlements (user_id, tier, status) values (${id}, 'premium', 'active')`
  return { id, headers }
}

async function deviceOf(user: Member, aheadHours = 0): Promise<DiskDevice> {
  const device = await openDiskDevice({
    folder: join(dir, user.id),
    userId: user.id,
    baseUrl: app.url,
    headers: user.headers,
    aheadHours,
  })
  devices.push(device)
  return device
}
async function closed(device: DiskDevice): Promise<void> {
  devices.splice(devices.indexOf(device), 1)
  await device.close()
}

const isIdle = (device: DiskDevice) =>
  vi.waitFor(() => {
    const status = device.device.status()
    expect(isSynced(status), JSON.stringify(status)).toBe(true)
  }, WAIT)

/** A team of Ana's with Ben in it, and texts that its rows hold: a hundred. */
async function desk({ leaseDays = 7 } = {}) {
  const [ana, ben] = [await newUser(), await newUser()]
  const team = await teamOf(app.sql, ana)
  await app.sql`update teams set lease_days = ${leaseDays} where id = ${team}`
  const membership = await memberIn(app.sql, team, ben, 'recruiter')
  const run = `marker-${crypto.randomUUID()}`
  const markers = Array.from({ length: 100 }, (_, index) => `${run}-${index}-end`)
  for (const [index, text] of markers.entries()) {
    if (index < 60) {
      await app.sql`
        insert into lists (owner_id, id, name, description, created_at, updated_at) values
          (${team}, gen_random_uuid(), ${text}, 'Nights', now(), now())`
    } else if (index < 80) {
      await app.sql`
        insert into saved_searches (owner_id, id, name, search_params, created_at, updated_at)
        values (${team}, gen_random_uuid(), 'A search', ${app.sql.json({ query: text })}, now(),
          now())`
    } else {
      await app.sql`
        insert into email_templates (owner_id, id, name, subject, body, tone, length,
          position_type, created_at, updated_at)
        values (${team}, gen_random_uuid(), 'A letter', 'About', ${text}, 'friendly', 'short',
          'full-time', now(), now())`
    }
  }
  const [first] = await app.sql<{ id: string }[]>`
    select id from lists where owner_id = ${team} order by id limit 1`
  for (const person of [ZENOBIA, OTHER]) {
    await app.sql`
      insert into list_members (owner_id, list_id, candidate_id, added_at)
      values (${team}, ${first?.id ?? ''}, ${person}, now())`
  }
  return { ana, ben, team, membership, markers, list: first?.id ?? '' }
}
const end = (membership: string, sql: Queryable = app.sql) =>
  sql`update team_members set ended_at = now() where id = ${membership}`

/** How many of the texts lie in some file of the device. */
async function onDisk({ databases }: DiskDevice, texts: readonly string[]): Promise<number> {
  return (await findInProfile(databases, texts)).size
}
/** Waits until none of the texts is there: a copy may be under way. */
const isEmptied = (device: DiskDevice, texts: readonly string[]) =>
  vi.waitFor(async () => {
    await device.settled()
    expect(await onDisk(device, texts)).toBe(0)
  }, WAIT)
const isOwnAnew = (path: string) => path.includes('offset=-1') && !path.includes('owner=')
async function hasAll(device: DiskDevice, team: string): Promise<void> {
  await vi.waitFor(async () => {
    // Asked for each time: a copy may take the place of the database meanwhile.
    const { rows } = await device.database.query<{ count: number }>(
      `select ((select count(*) from lists where owner_id = $1)
        + (select count(*) from saved_searches where owner_id = $1)
        + (select count(*) from email_templates where owner_id = $1))::int as count`,
      [team],
    )
    expect(rows[0]?.count).toBe(100)
  }, WAIT)
}
/** Rows, cursors and undo rows of a team. */
async function countOf({ database }: DiskDevice, team: string): Promise<number> {
  let sum = 0
  for (const table of [...shapesOf('team'), 'cursors', 'undo_log']) {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int as count from ${table} t where t::text like '%' || $1 || '%'`,
      [team],
    )
    sum += rows[0]?.count ?? 0
  }
  return sum
}
const namesOn = async ({ device }: DiskDevice) =>
  (await device.query('lists.all', {})).map(({ name }) => name)

async function devicesOf(manager: Member, team: string): Promise<TeamDevice[]> {
  const answer = await fetch(`${app.url}/api/teams/${team}/devices`, { headers: manager.headers })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { devices: TeamDevice[] }).devices
}

it('no file of a former member’s device holds anything of the team, and the manager sees it', async () => {
  const { ana, ben, team, membership, markers, list } = await desk()
  const own = `marker-${crypto.randomUUID()}-own`
  const device = await deviceOf(ben)
  await device.device.mutate('lists.create', {
    id: crypto.randomUUID(),
    name: own,
    candidate_ids: [OTHER],
  })
  await hasAll(device, team)
  await isIdle(device)
  expect(await onDisk(device, markers)).toBe(100)
  const [seen] = await devicesOf(ana, team)
  expect(seen).toMatchObject({ member_id: membership, emptied_at: null })
  expect(Date.parse(seen?.lease_ends_at ?? '') - Date.parse(seen?.last_seen_at ?? '')).toBe(
    7 * 24 * 3_600_000,
  )

  const before = device.asked.length
  await end(membership)
  await vi.waitFor(async () => {
    const [told] = await devicesOf(ana, team)
    expect(told).toMatchObject({ member_id: membership, emptied_at: expect.any(String) })
  }, WAIT)
  await isEmptied(device, markers)
  // The scan finds what is there.
  expect(await onDisk(device, [own])).toBe(1)
  await isIdle(device)
  expect([await countOf(device, team), await namesOn(device)]).toEqual([0, [own]])
  // Own rows were copied, and none of them was fetched again.
  expect(device.asked.slice(before).filter(isOwnAnew)).toEqual([])
  // Zenobia was reached by the team alone; the other one is on an own list, too.
  expect(device.left).toMatchObject([{ id: team, name: 'A desk', people: [ZENOBIA] }])
  expect(device.left[0]?.lists).toHaveLength(60)
  expect(device.left[0]?.lists).toContain(list)
  const { rows } = await device.database.query('select from left_teams')
  expect(rows).toEqual([])
})

it('unsent edits survive the copy, offline, and those of the team can be kept as own', async () => {
  const { ben, team, membership, markers, list } = await desk()
  const device = await deviceOf(ben)
  await hasAll(device, team)
  await isIdle(device)
  device.line.isCut = true
  const [own, theirs] = [`Own ${crypto.randomUUID()}`, `Of the desk ${crypto.randomUUID()}`]
  await device.device.mutate('lists.create', { id: crypto.randomUUID(), name: own })
  await device.device.mutate('lists.create', { owner: team, id: crypto.randomUUID(), name: theirs })
  const previous = (await device.device.query('lists.one', { id: list, team }))[0]?.name ?? ''
  await device.device.mutate('lists.rename', { owner: team, id: list, name: 'Days', previous })
  await end(membership)
  // Only the news of it come through.
  device.line.isCut = false
  await vi.waitFor(() => expect(device.left).toHaveLength(1), WAIT)
  device.line.isCut = true
  await vi.waitFor(async () => expect(await device.generation()).toBe(2), WAIT)
  await isEmptied(device, markers)
  expect(await namesOn(device)).toEqual([own])
  const rejected = (await device.device.pending()).filter(({ state }) => state.kind === 'rejected')
  expect(rejected.map(({ args, state, canCopy }) => [args, state, canCopy])).toMatchObject([
    [{ name: theirs }, { code: 'not_a_member' }, true],
    [{ name: 'Days' }, { code: 'not_a_member' }, true],
  ])
  const [kept, given] = rejected
  await device.device.saveCopy(kept?.id ?? '')
  await device.device.discard(given?.id ?? '')
  device.line.isCut = false
  device.device.flush()
  await isIdle(device)
  const mine = await app.sql`select name from lists where owner_id = ${ben.id} order by name desc`
  expect(mine.map(({ name }) => name)).toEqual([own, theirs])
  expect(await app.sql`select from lists where owner_id = ${team} and name = 'Days'`).toEqual([])
  await soon(async () => {
    const [told] = await app.sql`select emptied_at from team_devices where team_id = ${team}`
    expect(told?.emptied_at).toBeInstanceOf(Date)
  })
})

it('a device that dies before the rows are removed, or before the copy is done, goes on from there', async () => {
  const { ben, team, membership, markers } = await desk()
  const first = await deviceOf(ben)
  await hasAll(first, team)
  await isIdle(first)
  await closed(first)
  // It died once it had marked the database, and knows that it is no member.
  const again = await deviceOf(ben)
  again.line.isCut = true
  await markRemains(again.database, team, { isPersistent: true })
  await closed(again)
  await end(membership)
  const offline = await openAway(ben, 0)
  expect(await offline.generation()).toBe(2)
  expect((await offline.database.query('select from lists')).rows).toEqual([])
  await isEmptied(offline, markers)
  // Its memberships are those from before.
  await closed(offline)
  const back = await deviceOf(ben)
  await vi.waitFor(async () => {
    const [told] = await app.sql`select emptied_at from team_devices where team_id = ${team}`
    expect(told?.emptied_at).not.toBeNull()
  }, WAIT)
  await isIdle(back)
  expect([await back.generation(), await countOf(back, team)]).toEqual([2, 0])
})

it('a team’s lease that is over empties the disk offline, and the rows come again', async () => {
  const { ben, team, markers } = await desk({ leaseDays: 3 })
  const device = await deviceOf(ben)
  const own = `Own ${crypto.randomUUID()}`
  await device.device.mutate('lists.create', { id: crypto.randomUUID(), name: own })
  await hasAll(device, team)
  await isIdle(device)
  await closed(device)

  const away = await openAway(ben, 2.9 * 24)
  expect(await countOf(away, team)).toBeGreaterThan(100)
  await closed(away)
  const late = await openAway(ben, 3.1 * 24)
  expect(await countOf(late, team)).toBe(0)
  expect(await namesOn(late)).toEqual([own])
  await vi.waitFor(async () => expect(await late.generation()).toBe(2), WAIT)
  await isEmptied(late, markers)
  expect(await namesOn(late)).toEqual([own])

  await closed(late)

  const back = await deviceOf(ben, 3.1 * 24)
  await hasAll(back, team)
  await isIdle(back)
  // It holds rows again, and the server knows.
  await vi.waitFor(async () => {
    const rows = await app.sql`select emptied_at from team_devices where team_id = ${team}`
    expect(rows).toEqual([{ emptied_at: null }])
  }, WAIT)
})

/** Opens a device without a network, its clock so many hours ahead. */
async function openAway(user: Member, aheadHours: number): Promise<DiskDevice> {
  const { headers } = user
  const device = await openDiskDevice({
    folder: join(dir, user.id),
    userId: user.id,
    // Nothing listens there.
    baseUrl: 'http://127.0.0.1:9',
    headers,
    aheadHours,
  })
  devices.push(device)
  return device
}

it('a clock that was set back by a month keeps no row of a team, and every own one', async () => {
  const { ben, team } = await desk()
  const device = await deviceOf(ben)
  const own = `Own ${crypto.randomUUID()}`
  await device.device.mutate('lists.create', { id: crypto.randomUUID(), name: own })
  await hasAll(device, team)
  await isIdle(device)
  await closed(device)
  const back = await openAway(ben, -30 * 24)
  expect([await countOf(back, team), await namesOn(back)]).toEqual([0, [own]])
})

it('removed and invited again before the device noticed: it keeps the rows, and the edits are made', async () => {
  const { ben, team, membership } = await desk()
  const device = await deviceOf(ben)
  await hasAll(device, team)
  await isIdle(device)
  device.line.isCut = true
  const name = `Nights ${crypto.randomUUID()}`
  await device.device.mutate('lists.create', { owner: team, id: crypto.randomUUID(), name })
  // One transaction ends both: otherwise the server's shapes would briefly show only the first end.
  await app.sql.begin(async (tx) => {
    await end(membership, tx)
    await memberIn(tx, team, ben, 'recruiter')
  })
  device.line.isCut = false
  device.device.flush()
  await isIdle(device)
  expect(await app.sql`select from lists where owner_id = ${team} and name = ${name}`).toHaveLength(
    1,
  )
  expect(await namesOn(device)).toContain(name)
  const { rows } = await device.database.query('select from left_teams where not is_emptied')
  expect(rows).toEqual([])
})

it('removed and invited again once the device has noticed: the rows come again, and the server knows', async () => {
  const { ben, team, membership, markers } = await desk()
  const device = await deviceOf(ben)
  await hasAll(device, team)
  await isIdle(device)
  await end(membership)
  await vi.waitFor(() => expect(device.left).toHaveLength(1), { ...WAIT, interval: 1 })
  await memberIn(app.sql, team, ben, 'recruiter')
  await vi.waitFor(async () => {
    await device.settled()
    await hasAll(device, team)
    expect(await device.generation()).toBe(2)
    const { rows } = await device.database.query('select from left_teams')
    const told = await app.sql`select emptied_at from team_devices where team_id = ${team}`
    expect([rows, told]).toEqual([[], [{ emptied_at: null }]])
  }, WAIT)
  expect(await onDisk(device, markers)).toBe(100)
})

it('removal in the middle of a first sync of 25,000 rows leaves none of them', async () => {
  const [ana, ben] = [await newUser(), await newUser()]
  const team = await teamOf(app.sql, ana)
  const run = `marker-${crypto.randomUUID()}`
  await app.sql`
    insert into lists (owner_id, id, name, created_at, updated_at)
    select ${team}, gen_random_uuid(), ${run} || '-' || n || '-end', now(), now() from generate_series(1, 25000) n`
  const device = await deviceOf(ben)
  await isIdle(device)
  const membership = await memberIn(app.sql, team, ben, 'viewer')
  await vi.waitFor(() => {
    expect(device.asked.some((path) => path.includes(`lists?offset=-1&owner=${team}`))).toBe(true)
  }, WAIT)
  await end(membership)
  await vi.waitFor(async () => {
    expect(device.left).toHaveLength(1)
    expect(await device.generation()).toBe(2)
  }, WAIT)
  await device.settled()
  await isIdle(device)
  expect(await countOf(device, team)).toBe(0)
  const markers = Array.from({ length: 100 }, (_, index) => `${run}-${1 + index * 249}-end`)
  await isEmptied(device, markers)
})

it('devices are for managers to see, and each account tells of its own alone', async () => {
  const { ana, ben, team, membership } = await desk()
  const device = await deviceOf(ben)
  await hasAll(device, team)
  await isIdle(device)
  const { rows } = await device.database.query<{ device_id: string }>(
    'select device_id from replica',
  )
  const emptied = (user: Member) =>
    fetch(`${app.url}/api/devices/emptied`, {
      method: 'POST',
      headers: { ...user.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        version: CONTRACT_VERSION,
        user_id: user.id,
        device_id: rows[0]?.device_id,
        teams: [team, 'another'],
      }),
    })
  const stranger = await newUser()
  expect([(await emptied(ana)).status, (await emptied(stranger)).status]).toEqual([204, 204])
  expect(await devicesOf(ana, team)).toMatchObject([{ member_id: membership, emptied_at: null }])
  const path = `${app.url}/api/teams/${team}/devices`
  const refused = await Promise.all(
    [ben, stranger].map(async ({ headers }) => (await fetch(path, { headers })).json()),
  )
  expect(refused).toMatchObject([
    { error: { code: 'forbidden' } },
    { error: { code: 'not_a_member' } },
  ])
})
