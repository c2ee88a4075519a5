import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import type { Sql } from '#db/client.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { type Database, openDatabase } from '#db/open.ts'
import { openDevice } from '#sync/client/device.ts'
import { isSynced } from '#sync/client/status.ts'
import { shapesOf } from '#sync/contract/shapes.ts'
import { openFileOutbox } from '#tests/support/file-outbox.ts'
import { type BenchAccount, insertAccount } from './bench-account.ts'
import { benchRefusals, type RefusalTimes, STRANGERS } from './refusal-bench.ts'
import { table, whole } from './report.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { type Spread, spread } from './statistics.ts'
import { TeamFollower } from './team-followers.ts'

const MEMBERS = 50
const ROWS = 25_000
/** A list holds 10,000 people at most. */
const LISTS = 5
const EDITS = 60
const WARM_UP = 10
/** By then every member is waiting again. */
const REST_MS = 500
/** While members still ask again for news of the edit before. */
const PAUSE_MS = 50

export interface TeamBenchResult {
  members: number
  rows: number
  /** The embedded shape server's folder, in MB. */
  disk: { firstMb: number; allMb: number; ratio: number }
  /** Every shape of the account and the team, read to its end: one member after the other, then all at once. */
  firstSync: Spread
  firstSyncAtOnce: Spread
  edits: { atRest: EditTimes; inARow: EditTimes }
  /** Shapes that a device fetches from their beginning when its account joins. */
  joining: { teamShapes: number; accountShapes: number }
  memory: { restMb: number; followedMb: number; peakMb: number }
  /** How long a team of others takes to be refused, and one that is not there. */
  refusals: RefusalTimes[]
}

/**
 * The times from sending an edit to each member's response that contains it, and to the last
 * member's.
 */
interface EditTimes {
  toMember: Spread
  toAll: Spread
}

/** One team whose members all follow it, on the real server with its embedded shape server. */
export async function benchTeam(options: {
  dataDir: string
  onStep(text: string): void
}): Promise<TeamBenchResult> {
  const { dataDir, onStep } = options
  onStep(`Preparing ${whole(ROWS)} rows of a team …`)
  await prepare(dataDir)
  const shapesDir = join(dataDir, 'shapes')
  await rm(shapesDir, { recursive: true, force: true })
  const server = await startServerProcess(dataDir)
  const database = await openDatabase({ dataDir })
  const origin = new URL(server.searchUrl).origin
  const followers: TeamFollower[] = []
  try {
    const { sql } = database
    const team = await makeTeam(sql, dataDir)
    for (const account of team.members) followers.push(new TeamFollower(origin, account, team.id))
    const rest = server.usage().residentMb

    onStep(`First sync of ${MEMBERS} members, one after the other …`)
    const times: number[] = []
    let firstMb = 0
    for (const [index, follower] of followers.entries()) {
      times.push(await follower.firstSync())
      if (follower.rows < ROWS) throw new Error(`A member was sent ${follower.rows} rows.`)
      if (index === 0) firstMb = await sizeMb(shapesDir)
    }
    const allMb = await sizeMb(shapesDir)

    onStep(`${MEMBERS} members at once …`)
    const atOnce = await Promise.all(
      team.members.map((account) => new TeamFollower(origin, account, team.id).firstSync()),
    )

    onStep(`${EDITS} edits to a team at rest, then ${EDITS} in a row …`)
    for (const follower of followers) void follower.follow()
    await sleep(1000)
    await edit(followers, team, WARM_UP, PAUSE_MS)
    const atRest = await edit(followers, team, EDITS, REST_MS)
    const inARow = await edit(followers, team, EDITS, PAUSE_MS)
    const followed = server.usage()
    for (const follower of followers) follower.close()

    onStep('One more member joins …')
    const joining = await join51st(database, dataDir, origin, team.id)

    onStep('Refusals …')
    const strangers = await insertAccounts(sql, dataDir, STRANGERS)
    const refusals = await benchRefusals(origin, strangers, team.id)
    return {
      members: MEMBERS,
      rows: ROWS,
      disk: { firstMb, allMb, ratio: allMb / firstMb },
      firstSync: spread(times),
      firstSyncAtOnce: spread(atOnce),
      edits: { atRest, inARow },
      joining,
      memory: { restMb: rest, followedMb: followed.residentMb, peakMb: followed.peakMb },
      refusals,
    }
  } finally {
    for (const follower of followers) follower.close()
    await stop(server, database)
  }
}

export function teamReport(result: TeamBenchResult): string {
  const { disk, edits, joining, memory } = result
  const cells = ({ p50, p95, p99, max }: Spread) => [p50, p95, p99, max].map((ms) => ms.toFixed(0))
  const mb = (value: number) => `${whole(value)} MB`
  return [
    `A team of ${result.members} members and ${whole(result.rows)} rows, over HTTP`,
    table([
      ['', 'p50', 'p95', 'p99', 'max ms'],
      ['first sync, one after the other (≤ 1500)', ...cells(result.firstSync)],
      ['first sync, all at once', ...cells(result.firstSyncAtOnce)],
      ['an edit sent → each member (p95 ≤ 150)', ...cells(edits.atRest.toMember)],
      ['an edit sent → the last member', ...cells(edits.atRest.toAll)],
      ['edits in a row → each member', ...cells(edits.inARow.toMember)],
      ['edits in a row → the last member', ...cells(edits.inARow.toAll)],
    ]),
    table([
      ["the shape server's folder, one member", `${disk.firstMb.toFixed(1)} MB`],
      ['all members (≤ 1.2 times)', `${disk.allMb.toFixed(1)} MB`],
      ['times as much', disk.ratio.toFixed(3)],
      ['shapes fetched on joining, of the team', String(joining.teamShapes)],
      ['of the account (0)', String(joining.accountShapes)],
      ['memory of the server at rest', mb(memory.restMb)],
      ['followed by all', mb(memory.followedMb)],
      ['at its highest', mb(memory.peakMb)],
    ]),
    'Refused as a stranger: a team of others, and one that is not there (medians within 10 %)',
    table([
      ['', 'foreign p50', 'p95', 'missing p50', 'p95 ms', 'apart'],
      ...result.refusals.map(({ request, foreign, missing, apart }) => [
        request,
        ...[foreign.p50, foreign.p95, missing.p50, missing.p95].map((ms) => ms.toFixed(2)),
        `${(apart * 100).toFixed(1)} %`,
      ]),
    ]),
  ].join('\n\n')
}

/** Makes the directory that lists are filled from, once per data folder. */
async function prepare(dataDir: string): Promise<void> {
  const { sql, close } = await openDatabase({ dataDir })
  const [found] = await sql<{ people: number }[]>`select count(*)::int as people from candidates`
  if ((found?.people ?? 0) < ROWS / LISTS) {
    await seedDirectory(sql, { people: ROWS / LISTS, seed: 1 })
  }
  await sql`delete from teams`
  await close()
}

interface BenchTeam {
  id: string
  list: string
  members: BenchAccount[]
}

async function makeTeam(sql: Sql, dataDir: string): Promise<BenchTeam> {
  const members = await insertAccounts(sql, dataDir, MEMBERS)
  const id = await sql.begin(async (tx) => {
    const [team] = await tx<{ id: string }[]>`
      insert into teams (name, seats) values ('Bench', ${MEMBERS}) returning id`
    if (!team) throw new Error('The team was not made.')
    for (const [index, member] of members.entries()) {
      await tx`
        insert into team_members (team_id, user_id, role, display_name)
        values (${team.id}, ${member.id}, ${index === 0 ? 'owner' : 'recruiter'}, 'A recruiter')`
    }
    return team.id
  })
  const lists = Array.from({ length: LISTS }, () => randomUUID())
  for (const list of lists) {
    await sql`
      insert into lists (id, owner_id, name, created_at, updated_at)
      values (${list}, ${id}, 'Edit 0', now(), now())`
    await sql`
      insert into list_members (list_id, candidate_id, owner_id, added_at)
      select ${list}, id, ${id}, now() from candidates order by id limit ${ROWS / LISTS}`
  }
  return { id, list: lists[0] ?? '', members }
}

async function insertAccounts(sql: Sql, dataDir: string, count: number): Promise<BenchAccount[]> {
  return Promise.all(Array.from({ length: count }, () => insertAccount(sql, dataDir)))
}

/** Describes a list this many times, each time by another member, with a pause after all have it. */
async function edit(
  followers: TeamFollower[],
  { id: owner, list }: BenchTeam,
  times: number,
  pauseMs: number,
): Promise<EditTimes> {
  const toMember: number[] = []
  const toAll: number[] = []
  for (let i = 0; i < times; i++) {
    const name = `Edit ${randomUUID()}`
    const heard = Promise.all(followers.map((follower) => follower.heard(name)))
    const editor = followers[i % followers.length]
    const sentAt = performance.now()
    await editor?.push({
      id: randomUUID(),
      name: 'lists.describe',
      args: { owner, id: list, description: name, previous: lastDescription.get(list) ?? null },
      created_at: new Date().toISOString(),
    })
    lastDescription.set(list, name)
    const taken = (await heard).map((at) => at - sentAt)
    toMember.push(...taken)
    toAll.push(Math.max(...taken))
    await sleep(pauseMs)
  }
  return { toMember: spread(toMember), toAll: spread(toAll) }
}

/** A change of a text names the one before. */
const lastDescription = new Map<string, string>()

/** What a real device, synced before, asks for when its account joins the team. */
async function join51st({ sql }: Database, dataDir: string, baseUrl: string, team: string) {
  const account = await insertAccount(sql, dataDir)
  const dir = await mkdtemp(join(tmpdir(), 'clinidex-bench-team-'))
  const outbox = await openFileOutbox(join(dir, 'outbox'))
  const pglite = await PGlite.create('memory://')
  let asked: URLSearchParams[] = []
  const device = await openDevice({
    userId: account.id,
    database: pglite,
    outbox,
    baseUrl,
    fetch(input, init) {
      asked.push(new URL(String(input)).searchParams)
      return fetch(input, { ...init, headers: { ...account.headers, ...init?.headers } })
    },
  })
  const begun = () => asked.filter((query) => query.get('offset') === '-1')
  try {
    while (!isSynced(device.status())) await sleep(20)
    asked = []
    await sql`
      insert into team_members (team_id, user_id, role, display_name)
      values (${team}, ${account.id}, 'viewer', 'A viewer')`
    while (begun().length < shapesOf('team').length || !isSynced(device.status())) await sleep(20)
    const teamShapes = begun().filter((query) => query.get('owner') === team).length
    return { teamShapes, accountShapes: begun().length - teamShapes }
  } finally {
    await device.close()
    await pglite.close()
    await outbox.close()
    await rm(dir, { recursive: true, force: true })
  }
}

async function sizeMb(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return bytes / 2 ** 20
}

async function stop(server: ServerProcess, database: Database): Promise<void> {
  await database.close()
  await server.stop('SIGTERM')
}
