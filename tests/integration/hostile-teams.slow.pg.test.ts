import { afterAll, beforeAll, expect, it } from 'vitest'
import { Random } from '#db/generate/random.ts'
import { isStorable } from '#db/schema/storable.ts'
import { MUTATIONS, type MutationName, mutationOf } from '#sync/contract/mutations.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import {
  SHAPE_NAMES,
  type ShapeName,
  shapeOf,
  shapesOf,
  WRITABLE_NAMES,
} from '#sync/contract/shapes.ts'
import {
  CONTRACT_HEADER,
  type LiveResponse,
  type MutationResult,
  type PushResponse,
  USER_HEADER,
} from '#sync/contract/wire.ts'
import { shapeParams } from '#sync/server/gatekeeper.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { keepFor, wireMutation } from '#tests/support/push.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'

/** Requests in all; `HOSTILE_REQUESTS=100000` sends more, by more people. */
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 10_000)
const AT_ONCE = 50
/** The number of people, so that nobody reaches a limit of requests per minute. */
const PEOPLE_EACH = Math.ceil(REQUESTS / 10_000)

const ROLES = [
  'visitor',
  'free',
  'demo',
  'subscriber',
  'viewer',
  'recruiter',
  'former member',
  'owner of another team',
] as const
type Role = (typeof ROLES)[number]

interface Caller {
  role: Role
  id: string
  headers: Record<string, string>
  /** The team that the caller is in. */
  team?: string
}

const NOT_A_MEMBER = { code: 'not_a_member', message: 'You are not a member of this team.' }
const MISSING = ['00000000-0000-4000-8000-000000000000', 'nowhere']
const ODD = ['', '\u0000', 'a\u0000b', '\ud800', 'x'.repeat(101), "') or true --", '%', '*']
const CANDIDATES = KNOWN_PEOPLE.map(({ id }) => id)

const random = new Random('hostile teams')
let app: TestApp
let callers: Caller[]
/** The team of viewers and recruiters, a team without callers, and those of the other owners. */
let ours: string
let closedToAll: string
let others: string[]
/** An account that nobody here is signed in to. */
const BYSTANDER = 'admin'
/** Everything that can be named as an owner. */
let owners: string[]
/** Ids of rows, and positions in shapes, as if all of them had leaked. */
const rowIds: string[] = []
const leaked: { owner: string; name: ShapeName; handle: string; offset: string }[] = []

beforeAll(async () => {
  app = await testApp({ people: 30, hasShapes: true })
  callers = []
  const { sql } = app
  const insider = await account('insider')
  ours = await teamOf(sql, insider, { name: 'Ours' })
  closedToAll = await teamOf(sql, insider, { name: 'Closed to all' })
  others = []
  for (const role of ROLES) {
    for (let i = 0; i < PEOPLE_EACH; i++) callers.push(await callerOf(role))
  }
  owners = [ours, closedToAll, ...others, BYSTANDER, ...callers.map(({ id }) => id)]
  await Promise.all(owners.map(fill))
}, 600_000)
afterAll(() => app.close())

async function account(name: string): Promise<Caller & { id: string }> {
  const headers = await app.asUser(`${name.replaceAll(' ', '-')}.${crypto.randomUUID()}@a.test`)
  return { role: 'free', id: await userOf(headers), headers }
}

/** The user of a session; for a shared demo account it is a guest. */
async function userOf({ Cookie = '' }: Record<string, string>): Promise<string> {
  const token = /=([^.]+)/.exec(Cookie)?.[1] ?? ''
  const [session] = await app.sql<{ user_id: string }[]>`
    select user_id from sessions where token = ${token}`
  return session?.user_id ?? ''
}

async function callerOf(role: Role): Promise<Caller> {
  const { sql } = app
  const caller: Caller = { ...(await account(role)), role }
  const { id } = caller
  switch (role) {
    case 'visitor': {
      const { count } = await sql`delete from sessions where user_id = ${id}`
      expect(count).toBe(1)
      return caller
    }
    case 'demo': {
      const [shared] = await sql<{ email: string }[]>`
        update users set demo_account = true where id = ${id} returning email`
      const headers = await app.asUser(shared?.email ?? '')
      return { role, headers, id: await userOf(headers) }
    }
    case 'subscriber':
      await sql`
        insert into entitlements (user_id, tier, status) values (${id}, 'premium', 'active')`
      return caller
    case 'viewer':
    case 'recruiter':
      await memberIn(sql, ours, caller, role)
      return { ...caller, team: ours }
    case 'former member': {
      const membership = await memberIn(sql, ours, caller, 'manager')
      await sql`update team_members set ended_at = now() where id = ${membership}`
      return caller
    }
    case 'owner of another team': {
      const team = await teamOf(sql, caller, { name: 'Another' })
      others.push(team)
      return { ...caller, team }
    }
    default:
      return caller
  }
}

const mark = (owner: string) => `secret of ${owner}`

/** Gives an owner a row of each kind, and tells all callers their ids. */
async function fill(owner: string): Promise<void> {
  const id = crypto.randomUUID()
  rowIds.push(id)
  const name = mark(owner)
  const isTeam = [ours, closedToAll, ...others].includes(owner)
  const choices = { tone: 'formal', length: 'short', position_type: 'contract' } as const
  await keepFor(
    app,
    owner,
    wireMutation('lists.create', { id, name, candidate_ids: CANDIDATES.slice(0, 2) }),
    wireMutation('searches.create', { id, name, search_params: {} }),
    wireMutation('templates.create', { id, name, subject: name, body: name, ...choices }),
    ...(isTeam
      ? []
      : [
          wireMutation('candidates.note', {
            candidate_id: CANDIDATES[0] ?? '',
            note: name,
            previous: null,
          }),
          wireMutation('settings.set', { key: 'email.signature', value: name }),
        ]),
  )
  for (const shape of shapesOf(isTeam ? 'team' : 'account')) {
    const params = shapeParams(shape, owner, { offset: '-1' })
    const { headers, body } = await app.parts.shapes.shape(params, AbortSignal.timeout(60_000))
    await body?.cancel()
    leaked.push({
      owner,
      name: shape,
      handle: headers.get('electric-handle') ?? '',
      offset: headers.get('electric-offset') ?? '',
    })
  }
}

/** What a caller names as the owner: any there is, none, or what is none. */
function someOwner(caller: Caller): string | undefined {
  if (random.chance(0.15)) return undefined
  if (random.chance(0.15)) return random.pick(MISSING)
  if (random.chance(0.1)) return random.pick(ODD)
  const owner = random.chance(0.4) ? (caller.team ?? ours) : random.pick(owners)
  return random.chance(0.05) ? owner.toUpperCase() : owner
}

const counts = { read: 0, rows: 0, written: 0, notAMember: 0, forbidden: 0, refused: 0 }

interface Message {
  value?: Record<string, string | null>
}

/** @param owner whose rows they have to be. */
function judgeRows(name: ShapeName, owner: string, body: string): void {
  const { columns, owner: column } = shapeOf(name)
  for (const { value } of JSON.parse(body) as Message[]) {
    if (!value) continue
    expect(value[column]).toBe(owner)
    expect(Object.keys(columns)).toEqual(expect.arrayContaining(Object.keys(value)))
    counts.rows += 1
  }
  judgeWords(body, [owner])
}

/** No answer holds a word of an owner whose rows the caller may not have. */
function judgeWords(body: string, allowed: string[]): void {
  for (const [, owner = ''] of body.matchAll(/secret of ([\w-]+)/g))
    expect(allowed).toContain(owner)
}

const wishes: Record<string, () => string> = {
  where: () => 'true',
  'params[1]': () => random.pick(owners),
  owner_id: () => random.pick(owners),
  team_id: () => random.pick(owners),
  owner: () => random.pick(owners),
  'owner[]': () => random.pick(owners),
  table: () => 'team_invites',
  columns: () => '*',
  subset__where: () => 'true',
}

async function readShape(caller: Caller): Promise<void> {
  const owner = someOwner(caller)
  const { handle, offset, ...stolen } = random.pick(leaked)
  const name = random.chance(0.3) ? stolen.name : random.pick(SHAPE_NAMES)
  const query = new URLSearchParams({ offset: random.chance(0.6) ? '-1' : offset })
  if (owner !== undefined) query.append('owner', owner)
  // With its own handle, a live request would wait for changes.
  const isOwn = stolen.owner === caller.id || stolen.owner === caller.team
  if (!isOwn && random.chance(0.4)) query.append('handle', handle)
  if (query.has('handle') && random.chance(0.3)) query.append('live', 'true')
  for (const [wish, value] of Object.entries(wishes)) {
    if (random.chance(0.05)) query.append(wish, value())
  }
  const claimed = random.chance(0.95) ? caller.id : random.pick(owners)
  const response = await app.request(`/api/shapes/${name}?${query}`, {
    as: 'session',
    headers: {
      ...caller.headers,
      [USER_HEADER]: claimed,
      [CONTRACT_HEADER]: String(CONTRACT_VERSION),
    },
  })
  const body = await response.text()
  if (response.status !== 200) {
    expect([204, 400, 401, 403, 409]).toContain(response.status)
    if (response.status === 403) {
      expect(JSON.parse(body)).toEqual({ error: NOT_A_MEMBER })
      counts.notAMember += 1
    }
    judgeWords(body, [])
    counts.refused += 1
    return
  }
  expect(caller.role).not.toBe('visitor')
  expect(claimed).toBe(caller.id)
  expect([undefined, caller.team]).toContain(query.get('owner') ?? undefined)
  judgeRows(name, query.get('owner') ?? caller.id, body)
  counts.read += 1
}

async function waitLive(caller: Caller): Promise<void> {
  const isOwn = (owner: string) => owner === caller.id || owner === caller.team
  const stolen = leaked.filter(({ owner }) => !isOwn(owner))
  const shapes = Array.from({ length: 1 + random.below(4) }, () => {
    const { handle, offset, name, owner } = random.pick(stolen)
    const named = random.chance(0.5) ? owner : someOwner(caller)
    return { name, handle, offset, ...(named === undefined ? {} : { owner: named }) }
  })
  const json = { version: CONTRACT_VERSION, user_id: caller.id, shapes }
  const { headers } = caller
  const response = await app.request('/api/shapes/live', { as: 'session', json, headers })
  const text = await response.text()
  judgeWords(text, [])
  if (response.status !== 200) {
    expect([400, 401]).toContain(response.status)
    counts.refused += 1
    return
  }
  expect(caller.role).not.toBe('visitor')
  for (const { owner, status, body } of (JSON.parse(text) as LiveResponse).shapes) {
    // The handle belongs to another owner: members have to fetch the rows again.
    if (status === 403) counts.notAMember += 1
    else expect([undefined, caller.team]).toContain(owner)
    expect([status, status === 403 ? body : '']).toEqual([status === 403 ? 403 : 409, ''])
  }
}

const NAMES = Object.keys(MUTATIONS) as MutationName[]

/** Args of every mutation at once: each takes its own. */
function someArgs(caller: Caller): Record<string, unknown> {
  const id = random.chance(0.5) ? random.pick(rowIds) : crypto.randomUUID()
  const name = `by ${caller.id}`
  const previous = random.chance(0.5) ? mark(random.pick(owners)) : name
  const texts = { name, subject: name, body: name }
  return {
    ...{ id, list_id: id, name, previous, description: name, search_params: {}, starred: true },
    ...{ ...texts, tone: 'formal', length: 'short', position_type: 'contract' },
    candidate_id: random.pick(CANDIDATES),
    candidate_ids: [random.pick(CANDIDATES)],
    ...{ note: name, key: 'email.signature', value: name },
    // Other names that a user may have given the owner.
    ...{ owner_id: random.pick(owners), team_id: random.pick(owners), user_id: BYSTANDER },
  }
}

async function pushSome(caller: Caller): Promise<void> {
  const made = Array.from({ length: 1 + random.below(2) }, () => {
    const name = random.pick(NAMES)
    const owner = someOwner(caller)
    const args = someArgs(caller)
    if (owner !== undefined) args.owner = owner
    if (name === 'templates.update') {
      args.changes = { ...args }
      args.previous = { name: '', subject: '', body: '' }
    }
    if (name === 'templates.delete') args.previous = { name: '', subject: '', body: '' }
    return { ...wireMutation(name, {} as never), name, args }
  })
  const claimed = random.chance(0.95) ? caller.id : random.pick(owners)
  const json = { version: CONTRACT_VERSION, user_id: claimed, mutations: made }
  const { headers } = caller
  const response = await app.request('/api/mutations', { as: 'session', json, headers })
  const body = await response.text()
  judgeWords(body, [caller.id, caller.team ?? ''])
  if (response.status !== 200) {
    expect(response.status).toBe(401)
    counts.refused += 1
    return
  }
  expect(caller.role).not.toBe('visitor')
  expect(claimed).toBe(caller.id)
  const { results } = JSON.parse(body) as PushResponse
  for (const [index, { name, args }] of made.entries()) {
    judgeResult(caller, name, args.owner as string | undefined, results[index] as MutationResult)
  }
}

function judgeResult(
  caller: Caller,
  name: MutationName,
  owner: string | undefined,
  result: MutationResult,
): void {
  const isWritten = result.status === 'applied'
  if (!isWritten) expect(result.code).not.toBe('internal_error')
  if (owner === undefined) return
  if (isWritten) {
    // A viewer reads alone.
    expect([caller.role, owner]).toEqual([
      caller.role === 'recruiter' ? 'recruiter' : 'owner of another team',
      caller.team,
    ])
    counts.written += 1
    return
  }
  const { code, message } = result
  if (mutationOf(name).inTeam === undefined || !isStorable(owner)) {
    expect(code).toBe('invalid_input')
  } else if (owner !== caller.team) {
    // The same for a team of others as for none.
    expect({ code, message }).toEqual(NOT_A_MEMBER)
    counts.notAMember += 1
  } else if (caller.role === 'viewer') {
    expect(code).toBe('forbidden')
    counts.forbidden += 1
  }
}

/** All rows of these owners that devices can write, and the members of teams. */
async function kept(ownerIds: string[]) {
  const { sql } = app
  return [
    ...(await Promise.all(
      WRITABLE_NAMES.map(
        (name) => sql`
          select t.* from ${sql(shapeOf(name).table)} t
          where owner_id = any(${ownerIds}) order by t::text`,
      ),
    )),
    await sql`select * from team_members order by id`,
    await sql`select * from teams order by id`,
    await sql`select * from owners order by id`,
  ]
}

it(`TEAMS-03 ${REQUESTS} hostile requests of eight roles bring nobody a row of a team that is not theirs, and write none`, {
  timeout: 1_800_000,
}, async () => {
  const untouched = [closedToAll, BYSTANDER, ...MISSING]
  const before = await kept(untouched)
  const attempt = () => {
    const caller = random.pick(callers)
    if (random.chance(0.25)) return pushSome(caller)
    return random.chance(0.15) ? waitLive(caller) : readShape(caller)
  }
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, attempt))
  }
  expect(await kept(untouched)).toEqual(before)
  // The writer of a row of an owner may write there.
  const mayWrite = new Map(
    callers.map(({ role, id, team }) => [
      id,
      role === 'viewer' || team === undefined ? [id] : [id, team],
    ]),
  )
  const { sql } = app
  const written = await sql<{ owner_id: string; name: string }[]>`
    select owner_id, name from lists where name like 'by %'
    union select owner_id, description from lists where description like 'by %'
    union select owner_id, name from saved_searches where name like 'by %'
    union select owner_id, name from email_templates where name like 'by %'
    union select owner_id, note from saved_candidates where note like 'by %'`
  expect(written.length).toBeGreaterThan(2 * PEOPLE_EACH)
  for (const { owner_id, name } of written) {
    expect(mayWrite.get(name.slice(3))).toContain(owner_id)
  }
  // Each kind of request was made, and reached what it may.
  const rare = Object.entries(counts).filter(([, count]) => count < REQUESTS / 500)
  expect(rare).toEqual([])
})
