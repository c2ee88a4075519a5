import { afterAll, beforeAll, expect, it } from 'vitest'
import { Random } from '#db/generate/random.ts'
import type { Role } from '#sync/contract/permissions.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { SHAPE_NAMES, type ShapeName, shapeOf, shapesOf } from '#sync/contract/shapes.ts'
import { CONTRACT_HEADER, type LiveResponse, USER_HEADER } from '#sync/contract/wire.ts'
import { ORIGIN, type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { pushAs, wireMutation } from '#tests/support/push.ts'

const REQUESTS = 10_000
const AT_ONCE = 50
const ROLES: Role[] = ['visitor', 'free', 'demo', 'subscriber', 'admin']
const PEOPLE = KNOWN_PEOPLE.map(({ id }) => id)

/** The contract of a build that is newer than this one. */
const NEWER = String(CONTRACT_VERSION + 1)

let app: TestApp
/** A browser's cookies for each role; for a visitor, invalid ones. */
const cookies = new Map<Role, string[]>()
/** Handles and offsets of all users' shapes, as if they had leaked. */
const known: { owner: Role; handle: string; offset: string }[] = []
beforeAll(async () => {
  app = await testApp({ people: 30, hasShapes: true })
  const { sql } = app
  for (const owner of ROLES) {
    if (owner === 'visitor') continue
    const id = crypto.randomUUID()
    const at = { owner_id: owner, created_at: new Date(), updated_at: new Date() }
    await sql`insert into lists ${sql({ id, name: `of ${owner}`, ...at })}`
    await sql`
      insert into list_members (list_id, candidate_id, owner_id, added_at)
      select ${id}, id, ${owner}, now() from candidates`
    await sql`
      insert into saved_candidates ${sql({ candidate_id: PEOPLE[0], starred: true, ...at })}`
    await sql`
      insert into saved_searches ${sql({ id, name: `of ${owner}`, search_params: '{}', ...at })}`
    await sql`
      insert into email_templates ${sql({
        ...{ id, name: `of ${owner}`, subject: 'S', body: 'B', tone: 'formal', length: 'short' },
        position_type: 'contract',
        ...at,
      })}`
    await sql`insert into reveals (owner_id, candidate_id) values (${owner}, ${PEOPLE[0] ?? ''})`
    await sql`insert into entitlements (user_id, tier, status) values (${owner}, 'x', 'canceled')`
    await sql`
      insert into export_logs (owner_id, export_count, format, file_name, columns)
      values (${owner}, 1, 'csv', ${`of ${owner}`}, '{}')`
    await pushAs(app, owner, wireMutation('settings.set', { key: 'theme', value: 'dark' }))
    for (const name of shapesOf('account')) {
      const response = await app.request(`/api/shapes/${name}?offset=-1`, {
        as: owner,
        headers: { [USER_HEADER]: owner, [CONTRACT_HEADER]: String(CONTRACT_VERSION) },
      })
      const handle = response.headers.get('electric-handle') ?? ''
      known.push({ owner, handle, offset: response.headers.get('electric-offset') ?? '' })
    }
    cookies.set(owner, [await cookieOf(owner)])
  }
  cookies.set('visitor', await deadCookies())
})
afterAll(() => app.close())

async function cookieOf(role: Role): Promise<string> {
  const { Cookie = '' } = await app.asUser(`${role}@clinidex.test`)
  return Cookie
}

/** Cookies of an ended session, of one with another's token, and of no session. */
async function deadCookies(): Promise<string[]> {
  const ended = await cookieOf('admin')
  const token = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1).split('.')[0] ?? ''
  const { count } = await app.sql`delete from sessions where token = ${token(ended)}`
  expect(count).toBe(1)
  const other = await cookieOf('subscriber')
  const [own = ''] = cookies.get('admin') ?? []
  return [
    '',
    ended,
    other.replace(token(other), token(own)),
    own.slice(0, -4),
    own.slice(0, own.indexOf('.')),
    `${own.slice(0, own.indexOf('='))}=admin`,
  ]
}

interface Message {
  headers: { operation?: string }
  key?: string
  value?: Record<string, string | null>
}

/** The keys of the rows that a role may have of a shape, by plain SQL. */
const allowed = new Map<string, Set<string>>()
const keyOf = (name: ShapeName, row: Record<string, unknown>) =>
  shapeOf(name)
    .key.map((column) => row[column])
    .join('/')

async function judge(role: Role, name: ShapeName, body: string): Promise<number> {
  const { table, columns, owner } = shapeOf(name)
  const memo = `${role} ${name}`
  if (!allowed.has(memo)) {
    const rows = await app.sql`select * from ${app.sql(table)} where ${app.sql(owner)} = ${role}`
    allowed.set(memo, new Set(rows.map((row) => keyOf(name, row))))
  }
  const rows = (JSON.parse(body) as Message[]).flatMap(({ value }) => (value ? [value] : []))
  for (const row of rows) {
    expect(Object.keys(columns)).toEqual(expect.arrayContaining(Object.keys(row)))
    expect(row[owner]).toBe(role)
    expect(allowed.get(memo)?.has(keyOf(name, row))).toBe(true)
  }
  return rows.length
}

it('LISTS-11 SAVED-12 10,000 hostile requests of five roles, with sessions and without, bring nobody a row or column of another', {
  timeout: 1_800_000,
}, async () => {
  const random = new Random('hostile shapes')
  const others = ['candidates', 'candidate_contacts', 'users', 'sessions', 'lists%00', '..%2Fusers']
  const conditions = ['true', '1=1', "owner_id = 'admin'", 'owner_id <> $1', "') or true --"]
  const wishes: Record<string, () => string> = {
    table: () => random.pick([...others, 'public.users', 'lists']),
    columns: () => random.pick(['*', 'value', 'owner_id', 'id,password', 'search_text']),
    where: () => random.pick(conditions),
    params: () => '["admin"]',
    'params[1]': () => random.pick(ROLES),
    'params[2]': () => 'ours',
    'params[1][]': () => 'admin',
    subset__where: () => random.pick(conditions),
    subset__params: () => '{"1":"admin"}',
    subset__limit: () => '1000',
    subset__order_by: () => 'owner_id; select 1',
    replica: () => 'full',
    log: () => random.pick(['full', 'changes_only']),
    api_secret: () => 'secret',
    secret: () => 'secret',
    live_sse: () => 'true',
    experimental_live_sse: () => 'true',
    expired_handle: () => random.pick(known).handle,
    owner_id: () => 'admin',
    team_id: () => 'admin',
    owner: () => random.pick(ROLES),
  }
  const odd = ['-1', '0_0', '0_inf', 'now', '-2', '9999999999_9', '0_0;drop', '', '\u0000', "'"]
  let [answered, rows, refused, answeredToCookie] = [0, 0, 0, 0]

  const attempt = async () => {
    const role = random.pick(ROLES)
    // Some requests go to the app as it runs, which goes by their session.
    const cookie = random.chance(0.3) ? random.pick(cookies.get(role) ?? []) : undefined
    const as = cookie === undefined ? role : 'session'
    const session: Record<string, string> =
      cookie === undefined ? {} : { Cookie: cookie, Origin: ORIGIN }
    const name = random.pick<string>(random.chance(0.9) ? SHAPE_NAMES : others)
    const claimed = random.chance(0.8) ? role : random.pick([...ROLES, '', "x' or true"])
    const stolen = random.pick(known)
    // A live request with one's own handle would wait for news.
    const isStolen = stolen.owner !== role
    const position = {
      offset: random.chance(0.5) ? '-1' : random.chance(0.5) ? stolen.offset : random.pick(odd),
      ...(random.chance(0.5) && isStolen ? { handle: stolen.handle } : {}),
      ...(random.chance(0.2) ? { cursor: random.pick(odd) } : {}),
    }
    const headers = {
      ...session,
      [USER_HEADER]: claimed,
      [CONTRACT_HEADER]: random.chance(0.95)
        ? String(CONTRACT_VERSION)
        : random.pick(['0', NEWER, 'x']),
      ...(random.chance(0.3) ? { 'X-User-Id': 'admin', 'X-Forwarded-User': 'admin' } : {}),
    }
    if (random.chance(0.1) && position.handle !== undefined) {
      const json = {
        ...{ version: CONTRACT_VERSION, user_id: claimed, where: 'true', table: 'users' },
        shapes: [{ name, ...position, where: 'true', columns: ['*'], owner_id: 'admin' }],
      }
      const response = await app.request('/api/shapes/live', { as, json, headers: session })
      expect(response.status).toBeLessThan(500)
      if (response.status !== 200) return void refused++
      const { shapes } = (await response.json()) as LiveResponse
      for (const { name, body } of shapes) rows += await judge(role, name, body)
      return void answered++
    }
    const query = new URLSearchParams(position)
    for (const [wish, value] of Object.entries(wishes)) {
      if (random.chance(0.2)) query.append(wish, value())
    }
    if (position.handle !== undefined && random.chance(0.2)) query.set('live', 'true')
    const response = await app.request(`/api/shapes/${name}?${query}`, { as, headers })
    const body = await response.text()
    const isRefusal = response.status !== 200
    if (isRefusal) {
      expect([204, 400, 401, 403, 409, 503]).toContain(response.status)
      // 503 is for builds newer than the server alone.
      if (response.status === 503) expect(headers[CONTRACT_HEADER]).toBe(NEWER)
      for (const other of ROLES) expect(body).not.toContain(`of ${other}`)
      return void refused++
    }
    expect(role).not.toBe('visitor')
    expect(claimed).toBe(role)
    rows += await judge(role, name as ShapeName, body)
    answered++
    if (cookie !== undefined) answeredToCookie++
  }
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, attempt))
  }
  // Both kinds were requested, and one's own rows arrived.
  expect(answered).toBeGreaterThan(REQUESTS / 10)
  expect(answeredToCookie).toBeGreaterThan(REQUESTS / 50)
  expect(refused).toBeGreaterThan(REQUESTS / 10)
  expect(rows).toBeGreaterThan(REQUESTS / 10)
})
