import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '#api/log.ts'
import { confirmRemoval, requestRemoval } from '#api/services/intake/removals.ts'
import { SUPPRESSION_KEY } from '#db/import/import-fixture.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import { CONTRACT_HEADER, USER_HEADER } from '#sync/contract/wire.ts'
import { openWorld, type World, type WorldTeam } from '#tests/chaos/world.ts'
import { electricDatabase, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import {
  type DeviceUser,
  isIdle,
  openTestDevices,
  type TestDevice,
  type TestDevices,
  WAIT,
} from '#tests/support/devices.ts'

/* What mutations erase, on devices and in the shapes that a new device reads. With ELECTRIC_URL
   shapes come from there, over the spare database of DATABASE_URL. */

vi.setConfig({ testTimeout: 180_000 })

let database: TestDatabase
let world: World
let devices: TestDevices
beforeAll(async () => {
  database = (await electricDatabase()) ?? (await testDatabase())
  world = await openWorld(database.sql, database.url)
  devices = await openTestDevices({ url: `http://127.0.0.1:${world.port()}` })
}, 300_000)
afterAll(async () => {
  await devices.close()
  await world.close()
  await database.close()
})
afterEach(() => devices.closeOpen())

/** A team, and a device of each of its two members. */
async function desk() {
  const team = await world.newTeam()
  const [owner, recruiter] = await Promise.all(team.users.map(signedIn))
  if (!owner || !recruiter) throw new Error('The team has two members.')
  const both = [await devices.open(owner, 0), await devices.open(recruiter, 1)] as const
  for (const device of both) await isIdle(device)
  return { team, owner, recruiter, both }
}
async function signedIn(id: string): Promise<DeviceUser> {
  return { id, headers: { Cookie: await world.signIn(id) } }
}

async function rowsOf<Row>({ database }: TestDevice, table: ShapeName, ...columns: string[]) {
  const { rows } = await database.query<Row>(`select ${columns} from ${table} order by 1, 2`)
  return rows
}

/** Everything that a new device of a member reads of a team's shape. */
async function readAnew(reader: DeviceUser, team: WorldTeam, name: ShapeName): Promise<string> {
  const pages: string[] = []
  const query = new URLSearchParams({ owner: team.id, offset: '-1' })
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${world.port()}/api/shapes/${name}?${query}`, {
      headers: {
        ...reader.headers,
        [USER_HEADER]: reader.id,
        [CONTRACT_HEADER]: String(CONTRACT_VERSION),
      },
    })
    pages.push(await response.text())
    if (response.status !== 200) throw new Error(`${response.status} ${pages.at(-1)}`)
    query.set('handle', response.headers.get('electric-handle') ?? '')
    query.set('offset', response.headers.get('electric-offset') ?? '')
    if (response.headers.has('electric-up-to-date')) return pages.join('\n')
  }
}

/** Waits until no device that comes anew can read this text. */
const untilErased = (reader: DeviceUser, team: WorldTeam, name: ShapeName, text: string) =>
  vi.waitFor(async () => expect(await readAnew(reader, team, name)).not.toContain(text), WAIT)

const listsOn = (device: TestDevice) => rowsOf(device, 'lists', 'owner_id', 'name')
const membersOn = (device: TestDevice) => rowsOf(device, 'list_members', 'owner_id', 'candidate_id')

it('words that are redacted are on no device, and no new one reads them', async () => {
  const { team, recruiter, both } = await desk()
  const [mine, theirs] = both
  const id = crypto.randomUUID()
  const words = 'Secret words'
  const [candidate_id = ''] = world.people
  const note = { owner: team.id, id, candidate_id, kind: 'note' as const, words }
  await mine.mutate('activities.add', note)
  const wordsOn = (device: TestDevice) => rowsOf(device, 'activities', 'id', 'words')
  await vi.waitFor(async () => expect(await wordsOn(theirs)).toEqual([{ id, words }]), WAIT)
  expect(await readAnew(recruiter, team, 'activities')).toContain(words)
  await mine.mutate('activities.redact', { owner: team.id, id })
  await untilErased(recruiter, team, 'activities', words)
  for (const device of both) {
    await vi.waitFor(async () => expect(await wordsOn(device)).toEqual([{ id, words: null }]), WAIT)
    await isIdle(device)
  }
})

it('a list that moves into a team and out of it is where it should be, and read nowhere else', async () => {
  const { team, owner, recruiter, both } = await desk()
  const [mine, theirs] = both
  const id = crypto.randomUUID()
  const name = 'Secret list'
  const people = world.people.slice(0, 2).sort()
  const members = (owner_id: string) => people.map((candidate_id) => ({ owner_id, candidate_id }))
  await mine.mutate('lists.create', { id, name, candidate_ids: people })
  for (const turn of [1, 2]) {
    await mine.mutate('lists.move', { to: team.id, id })
    for (const device of both) {
      await vi.waitFor(async () => expect(await membersOn(device)).toEqual(members(team.id)), WAIT)
      await isIdle(device)
    }
    expect(await listsOn(theirs), `turn ${turn}`).toEqual([{ owner_id: team.id, name }])
    expect(await readAnew(recruiter, team, 'lists')).toContain(name)
    await mine.mutate('lists.move', { owner: team.id, id })
    await untilErased(recruiter, team, 'lists', name)
    await untilErased(recruiter, team, 'list_members', people[0] ?? '')
    await vi.waitFor(async () => expect(await membersOn(theirs)).toEqual([]), WAIT)
    await vi.waitFor(async () => expect(await membersOn(mine)).toEqual(members(owner.id)), WAIT)
    for (const device of both) await isIdle(device)
    expect(await listsOn(theirs)).toEqual([])
    expect(await listsOn(mine)).toEqual([{ owner_id: owner.id, name }])
  }
})

it('a removed person is on no device, and no new one reads who it was', async () => {
  const email = `${crypto.randomUUID()}@removed.test`
  const person = await world.newPerson()
  await world.sql`
    insert into candidate_contacts (candidate_id, kind, value, source)
    values (${person}, 'personal_email', ${email}, 'csv')`
  const { team, recruiter, both } = await desk()
  const [mine, theirs] = both
  const [other = ''] = world.people
  const list = { id: crypto.randomUUID(), name: 'People', candidate_ids: [person, other] }
  await mine.mutate('lists.create', { owner: team.id, ...list })
  await vi.waitFor(async () => expect(await membersOn(theirs)).toHaveLength(2), WAIT)
  expect(await readAnew(recruiter, team, 'list_members')).toContain(person)
  const token = await requestRemoval(world.sql, email)
  const parts = {
    sql: world.sql,
    suppressionKey: SUPPRESSION_KEY,
    removalJournal: join(world.dir, 'removals.journal'),
    log: createLog('silent'),
  }
  await confirmRemoval(parts, token ?? '', '127.0.0.1')
  await untilErased(recruiter, team, 'list_members', person)
  for (const device of both) {
    const left = [{ owner_id: team.id, candidate_id: other }]
    await vi.waitFor(async () => expect(await membersOn(device)).toEqual(left), WAIT)
    await isIdle(device)
  }
})
