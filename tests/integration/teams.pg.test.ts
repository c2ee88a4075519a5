import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { purgeDevices } from '#api/services/teams/devices.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { type ShapeName, shapesOf } from '#sync/contract/shapes.ts'
import { CONTRACT_HEADER, type LivePosition, USER_HEADER } from '#sync/contract/wire.ts'
import { purgeOwnedRows } from '#sync/server/purge.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import {
  cut,
  type DeviceUser,
  isIdle,
  newUser,
  openTestDevices,
  type TestDevice,
  type TestDevices,
  WAIT,
} from '#tests/support/devices.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { PATIENCE } from '#tests/support/soon.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'

/** Rows of a team on the devices of its members, and on none of a former one. */

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
afterEach(() => devices.closeOpen())

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
  const [ana, ben] = [await newUser(app), await newUser(app)]
  const team = await teamOf(app.sql, ana)
  const membership = await memberIn(app.sql, team, ben, 'recruiter')
  return { ana, ben, team, membership }
}
const end = (membership: string) =>
  app.sql`update team_members set ended_at = now() where id = ${membership}`

it('a list of the team is on both members’ devices, beside lists of their own', async () => {
  const { ana, ben, team } = await desk()
  const [first, second] = [await devices.open(ana, 0), await devices.open(ben, 1)]
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
  const ana = await newUser(app)
  const ben = await newUser(app)
  const device = await devices.open(ben, 0)
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
  const [first, second] = [await devices.open(ana, 0), await devices.open(ben, 1)]
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

it('a closed team whose rows were deleted disturbs no device: one that was open, one that was away', async () => {
  const { ana, ben, team } = await desk()
  const [open, away] = [await devices.open(ana, 0), await devices.open(ben, 1)]
  await Promise.all([isIdle(open), isIdle(away)])
  const [id, own] = [crypto.randomUUID(), crypto.randomUUID()]
  await open.mutate('lists.create', { owner: team, id, name: 'Nights', candidate_ids: [ZENOBIA] })
  await vi.waitFor(async () => expect(await listsOn(away)).toEqual([`${team} Nights`]), WAIT)
  await away.mutate('lists.create', { id: own, name: 'Mine' })
  await isIdle(away)
  away.line.wire = cut
  await away.mutate('lists.rename', { owner: team, id, name: 'Days', previous: 'Nights' })
  await app.sql.begin(async (tx) => {
    await tx`update teams set closed_at = now() - interval '31 days' where id = ${team}`
    await tx`update team_members set ended_at = now() where team_id = ${team}`
  })
  expect((await purgeOwnedRows(app.parts.sql)).ofClosedTeams).toBe(2)
  await purgeDevices(app.parts.sql)
  away.line.wire = (ask) => ask()
  away.flush()
  for (const device of [open, away]) {
    await vi.waitFor(async () => expect(await countOf(device, team)).toBe(0), WAIT)
  }
  await away.mutate('lists.rename', { id: own, name: 'Still mine', previous: 'Mine' })
  await vi.waitFor(async () => {
    expect(await app.sql`select name from lists where owner_id = ${ben.id}`).toEqual([
      { name: 'Still mine' },
    ])
    expect((await away.pending()).map(({ state }) => state)).toMatchObject([
      { kind: 'rejected', code: 'not_a_member' },
    ])
  }, WAIT)
  expect([await listsOn(open), await listsOn(away)]).toEqual([[], [`${ben.id} Still mine`]])
  await isIdle(open)
})

it('an edit of a former member is refused, kept, and changes nothing', async () => {
  const { ben, team, membership } = await desk()
  const device = await devices.open(ben, 1)
  await isIdle(device)
  device.line.wire = cut
  await device.mutate('lists.create', { owner: team, id: crypto.randomUUID(), name: 'Nights' })
  await end(membership)
  device.line.wire = (ask) => ask()
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
  const viewer = await newUser(app)
  await memberIn(app.sql, team, viewer, 'viewer')
  const device = await devices.open(viewer, 0)
  await isIdle(device)
  await device.mutate('lists.create', { owner: team, id: crypto.randomUUID(), name: 'Nights' })
  await vi.waitFor(async () => {
    expect((await device.pending()).map(({ state }) => state)).toMatchObject([
      { kind: 'rejected', code: 'forbidden' },
    ])
  }, WAIT)
  expect(await app.sql`select from lists where owner_id = ${team}`).toHaveLength(0)
})

it('a role lowered while fifty edits wait offline refuses each, and loses none', async () => {
  const { ben, team, membership } = await desk()
  const device = await devices.open(ben, 1)
  await isIdle(device)
  device.line.wire = cut
  const names = Array.from({ length: 50 }, (_, index) => `Nights ${index}`)
  for (const name of names) {
    await device.mutate('lists.create', { owner: team, id: crypto.randomUUID(), name })
  }
  await app.sql`update team_members set role = 'viewer' where id = ${membership}`
  device.line.wire = (ask) => ask()
  device.flush()
  await vi.waitFor(async () => {
    const pending = await device.pending()
    expect(pending.map(({ state }) => state)).toEqual(
      names.map(() => ({
        kind: 'rejected',
        code: 'forbidden',
        message: 'Your role in this team does not allow that.',
      })),
    )
    expect(pending.map(({ args }) => (args as { name: string }).name)).toEqual(names)
  }, WAIT)
  expect(await listsOn(device)).toEqual([])
  expect(await app.sql`select from lists where owner_id = ${team}`).toHaveLength(0)
  const [first] = await device.pending()
  await device.saveCopy(first?.id ?? '')
  await vi.waitFor(async () => {
    const kept = await app.sql`select name, owner_id from lists where owner_id = ${ben.id}`
    expect(kept).toEqual([{ name: 'Nights 0', owner_id: ben.id }])
    expect(await device.pending()).toHaveLength(49)
  }, WAIT)
})

/** Requests of a member about rows of a team, as no device sends them. */
function requestsOf(member: DeviceUser, team: string) {
  const named = { [USER_HEADER]: member.id, [CONTRACT_HEADER]: String(CONTRACT_VERSION) }
  const headers = { ...member.headers, ...named, 'Content-Type': 'application/json' }
  const read = (name: ShapeName, query: Record<string, string>) =>
    fetch(`${app.url}/api/shapes/${name}?${new URLSearchParams(query)}`, { headers })
  return {
    read,
    live(...shapes: LivePosition[]) {
      const body = JSON.stringify({ version: CONTRACT_VERSION, user_id: member.id, shapes })
      return fetch(`${app.url}/api/shapes/live`, { method: 'POST', headers, body })
    },
    async endOf(name: ShapeName): Promise<LivePosition> {
      let place: Record<string, string> = { offset: '-1' }
      for (;;) {
        const { status, headers } = await read(name, { owner: team, ...place })
        expect(status).toBe(200)
        const [handle = '', offset = ''] = [
          headers.get('electric-handle') ?? '',
          headers.get('electric-offset') ?? '',
        ]
        place = { handle, offset }
        if (headers.has('electric-up-to-date')) return { name, owner: team, handle, offset }
      }
    },
  }
}

it.each([
  ['at once', 'enable'],
  ['where its notice was lost', 'disable'],
])(
  'a request that waits for news of the team ends with the membership, %s',
  async (_how, notices) => {
    const { ben, team, membership } = await desk()
    const { live, endOf } = requestsOf(ben, team)
    // Nothing of this shape changes: no row ends the request.
    const position = await endOf('lists')
    const onTeamsChanged = vi.spyOn(app.parts.revocations, 'onTeamsChanged')
    const waiting = live(position)
    await vi.waitUntil(() => onTeamsChanged.mock.calls.length > 0, PATIENCE)
    onTeamsChanged.mockRestore()
    await app.sql.unsafe(`alter table team_members ${notices} trigger team_members_changed`)
    await end(membership)
    await app.sql`alter table team_members enable trigger team_members_changed`
    expect((await waiting).status).toBe(204)
    expect(await (await live(position)).json()).toEqual({
      shapes: [{ name: 'lists', owner: team, status: 403, headers: {}, body: '' }],
    })
  },
)

it('a team of others is refused in the words of one that is not there', async () => {
  const { ben, team, membership } = await desk()
  const { read } = requestsOf(ben, team)
  await end(membership)
  const refused = await read('roster', { owner: team, offset: '-1' })
  const unknown = await read('roster', { owner: 'nowhere', offset: '-1' })
  expect([refused.status, unknown.status]).toEqual([403, 403])
  expect(await refused.json()).toEqual(await unknown.json())
  expect((await read('roster', { offset: '-1' })).status).toBe(400)
  expect((await read('roster', { owner: '\0', offset: '-1' })).status).toBe(400)
})
