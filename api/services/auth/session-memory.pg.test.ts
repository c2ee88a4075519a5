import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Sql } from '#db/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { soon } from '#tests/support/soon.ts'
import { openSessionMemory, type SessionMemory } from './session-memory.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let sessions: SessionMemory
/** So long that only notifications can empty the cache. */
const HOUR_MS = 3_600_000
beforeEach(async () => {
  database = await testDatabase()
  const { sql } = database
  sessions = await openSessionMemory(sql, HOUR_MS)
  await sql`
    insert into users (id, name, email, email_verified)
    values ('ada', 'Ada', 'ada@clinidex.test', true)`
  await sql`
    insert into sessions (id, user_id, token, expires_at, updated_at)
    values (gen_random_uuid(), 'ada', 'token', now() + interval '1 day', now())`
})
afterEach(async () => {
  await sessions.close()
  await database.close()
})

it('remembers a session that it found, and none that it did not', async () => {
  const first = await sessions.find('token')
  expect(first?.user.email).toBe('ada@clinidex.test')
  expect(await sessions.find('token')).toBe(first)
  expect(await sessions.find('other')).toBeNull()
  await database.sql`update sessions set token = 'other'`
  await soon(async () => expect((await sessions.find('other'))?.user.id).toBe('ada'))
})

const PLAN = `
  insert into entitlements (user_id, tier, status, plan_name, price_cents, currency, billing_interval)
  values ('ada', 'basic', 'active', 'Monthly Plan', 29500, 'usd', 'month')`
const TEAM = `
  insert into teams (id, name) values ('desk', 'A desk');
  insert into team_members (team_id, user_id, role, display_name)
  values ('desk', 'ada', 'owner', 'Ada')`
const GRANT = `insert into demo_grants (user_id, feature_type, max_uses) values ('ada', 'export', 2)`

it.each([
  ['a session that ended', '', 'delete from sessions', null],
  ['a second factor', '', "update sessions set factor = 'code'", { factor: 'code' }],
  ['an account that is deleted', '', 'delete from users', null],
  ['a demo account', '', "update users set role = 'demo'", { user: { role: 'demo' } }],
  ['a plan', '', PLAN, { entitlement: { tier: 'basic' } }],
  [
    'a plan that changed',
    PLAN,
    "update entitlements set tier = 'premium'",
    { entitlement: { tier: 'premium' } },
  ],
  ['a plan that is gone', PLAN, 'delete from entitlements', { entitlement: null }],
  ['a team', '', TEAM, { memberships: [{ teamId: 'desk', plan: null }] }],
  [
    "a team's plan",
    TEAM,
    "insert into entitlements (owner_id, tier, status) values ('desk', 'premium', 'active')",
    { memberships: [{ plan: { tier: 'premium' } }] },
  ],
  [
    'another role in a team',
    `${TEAM}; insert into users (id, name, email, email_verified)
    values ('bo', 'Bo', 'bo@clinidex.test', true);
    insert into team_members (team_id, user_id, role, display_name)
    values ('desk', 'bo', 'owner', 'Bo')`,
    "update team_members set role = 'viewer' where user_id = 'ada'",
    { memberships: [{ role: 'viewer' }] },
  ],
  ['a team that is closed', TEAM, 'update teams set closed_at = now()', { memberships: [] }],
  ['a grant', '', GRANT, { grants: [{ uses_count: 0 }] }],
  [
    'a grant that was used',
    GRANT,
    'update demo_grants set uses_count = 1',
    { grants: [{ uses_count: 1 }] },
  ],
  ['a grant that is gone', GRANT, 'delete from demo_grants', { grants: [] }],
])('looks again after %s', async (_, before, change, expected) => {
  if (before) await database.sql.unsafe(before)
  // Notifications of earlier changes may still be pending.
  await soon(async () => {
    const first = await sessions.find('token')
    expect(await sessions.find('token')).toBe(first)
  })
  await database.sql.unsafe(change)
  await soon(async () => {
    const found = await sessions.find('token')
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatchObject(expected)
  })
})

it('looks again after 2 s, should a notice be lost', async () => {
  const short = await openSessionMemory(database.sql)
  await database.sql`alter table sessions disable trigger user`
  const first = await sessions.find('token')
  await short.find('token')
  await database.sql`delete from sessions`
  await soon(async () => expect(await short.find('token')).toBeNull())
  expect(await sessions.find('token')).toBe(first)
  await short.close()
})

it('does not outlive the session itself', async () => {
  await database.sql`
    insert into sessions (id, user_id, token, expires_at, updated_at)
    values (gen_random_uuid(), 'ada', 'short', now() + interval '1 hour', now())`
  const first = await sessions.find('short')
  expect(first).not.toBeNull()
  expect(await sessions.find('short')).toBe(first)
  // Without the trigger, no notification of the change empties the cache.
  await database.sql`alter table sessions disable trigger user`
  await database.sql`update sessions set expires_at = now() where token = 'short'`
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  const later = await sessions.find('short').finally(() => vi.useRealTimers())
  expect(later).toBeNull()
})

it('does not keep what was read before a change whose notice came first', async () => {
  const { sql } = database
  let goOn = () => {}
  const heard = new Promise<void>((resolve) => {
    goOn = resolve
  })
  // A query with a delayed result; its parts are passed on unchanged.
  const slow = (text: TemplateStringsArray, ...values: never[]) => {
    const query = sql(text, ...values)
    if (!text.join('').includes('from sessions')) return query
    return query.then(async (rows) => {
      await heard
      return rows
    })
  }
  const late = await openSessionMemory(
    Object.assign(slow, { listen: sql.listen }) as unknown as Sql,
    HOUR_MS,
  )
  const asked = late.find('token')
  await sessions.find('token')
  await sql`update users set role = 'demo'`
  await soon(async () => expect((await sessions.find('token'))?.user.role).toBe('demo'))
  goOn()
  await asked
  expect((await late.find('token'))?.user.role).toBe('demo')
  await late.close()
})
