import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SupportCode } from '#api/contract/support.ts'
import { purgeSupportCodes } from '#api/services/accounts/support-codes.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { held } from '#tests/support/held.ts'

const CHIEF = 'chief@hospital.test'
const DEPUTY = 'deputy@hospital.test'
const REPORT = {
  state: 'behind',
  is_complete: true,
  pending: 3,
  rejected: 1,
  need: null,
  is_paused: false,
  unknown_messages: 0,
  is_ready_offline: true,
  browser: 'Firefox on Linux',
}

let app: TestApp
let chief: Record<string, string>
let deputy: Record<string, string>
beforeAll(async () => {
  app = await testApp({ people: 0, env: { ADMIN_EMAILS: `${CHIEF},${DEPUTY}` } })
  chief = await app.asUser(CHIEF)
  deputy = await app.asUser(DEPUTY)
})
afterAll(() => app.close())

let users = 0
async function offered() {
  const email = `caller${++users}@agency.test`
  const headers = await app.asUser(email)
  const [user] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
  const made = await app.request('/api/account/support-code', {
    as: 'session',
    headers,
    json: REPORT,
  })
  expect(made.status).toBe(201)
  return { id: user?.id ?? '', email, headers, ...((await made.json()) as SupportCode) }
}

const open = (headers: Record<string, string>, code: string) =>
  app.request('/api/admin/support', { as: 'session', headers, json: { code } })
const support = (headers: Record<string, string>, id: string, method = 'GET') =>
  app.request(`/api/admin/users/${id}/support`, { as: 'session', headers, method })
/** What an administrator sees of an account. */
async function look(headers: Record<string, string>, id: string) {
  const answer = await support(headers, id)
  expect(answer.status).toBe(200)
  return answer.text()
}
const NOTHING = '{"view":null}'
const own = async (headers: Record<string, string>) =>
  (await (await app.request('/api/account/support-code', { as: 'session', headers })).json()) as {
    code: SupportCode | null
  }
const tracesOf = async (id: string) =>
  (
    await app.sql`
      select action, actor_id = ${id} as is_own from audit_log
      where subject_id = ${id} and action like 'support.%' order by id`
  ).map(({ action, is_own }) => [action, is_own])

it('a code shows counts and the sync report to the administrator who types it in, and to no other', async () => {
  const { id, email, headers, code, expires_at } = await offered()
  expect(code).toMatch(/^\d{6}$/)
  const minutes = (Date.parse(expires_at) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(29)
  expect(minutes).toBeLessThan(31)
  await app.sql`
    insert into lists (id, owner_id, name, created_at, updated_at)
    values (gen_random_uuid(), ${id}, 'A list of mine', now(), now())`
  await app.sql`
    insert into lists (id, owner_id, name, created_at, updated_at, deleted_at)
    values (gen_random_uuid(), ${id}, 'Deleted', now(), now(), now())`
  // One of the two people was removed from the list.
  await app.sql`
    insert into list_members (list_id, owner_id, candidate_id, added_at, removed_at)
    select list.id, owner_id, person.id, now(), case when place = 1 then now() end
    from lists list, (
      select id, row_number() over () as place from candidates limit 2
    ) person
    where owner_id = ${id} and deleted_at is null`
  expect(await look(chief, id)).toBe(NOTHING)
  const opened = await open(chief, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(await opened.json()).toEqual({ user_id: id })
  const text = await look(chief, id)
  expect(JSON.parse(text)).toMatchObject({
    view: { email, counts: { lists: 1, list_members: 1, reveals: 0 }, sync_report: REPORT },
  })
  expect(text).not.toContain('A list of mine')
  expect((await own(headers)).code?.is_opened).toBe(true)
  expect((await open(deputy, code)).status).toBe(404)
  expect(await look(deputy, id)).toBe(NOTHING)
  // Reading again, or opening again by the same administrator, adds no audit entry.
  expect((await open(chief, code)).status).toBe(200)
  expect(await tracesOf(id)).toEqual([
    ['support.offer', true],
    ['support.open', false],
  ])
})

it('either side ends it, and it is traced on both', async () => {
  const byAdmin = await offered()
  await open(chief, byAdmin.code)
  expect((await support(deputy, byAdmin.id, 'DELETE')).status).toBe(404)
  expect((await support(chief, byAdmin.id, 'DELETE')).status).toBe(204)
  expect(await own(byAdmin.headers)).toEqual({ code: null })
  expect((await tracesOf(byAdmin.id)).at(-1)).toEqual(['support.end', false])

  const byUser = await offered()
  await open(chief, byUser.code)
  const ended = await app.request('/api/account/support-code', {
    as: 'session',
    method: 'DELETE',
    headers: byUser.headers,
  })
  expect(ended.status).toBe(204)
  expect(await look(chief, byUser.id)).toBe(NOTHING)
  expect((await open(chief, byUser.code)).status).toBe(404)
  expect((await tracesOf(byUser.id)).at(-1)).toEqual(['support.end', true])
})

it('is over after its time, for both, and is then deleted', async () => {
  const { id, headers, code } = await offered()
  await open(chief, code)
  await app.sql`update support_codes set expires_at = now() where user_id = ${id}`
  expect(await look(chief, id)).toBe(NOTHING)
  expect((await open(chief, code)).status).toBe(404)
  expect(await own(headers)).toEqual({ code: null })
  await purgeSupportCodes(app.sql)
  expect(await app.sql`select 1 from support_codes where user_id = ${id}`).toEqual([])
})

it('a new code takes the place of the one before', async () => {
  const { headers, code } = await offered()
  const again = await app.request('/api/account/support-code', {
    as: 'session',
    headers,
    json: REPORT,
  })
  const next = (await again.json()) as SupportCode
  if (next.code !== code) expect((await open(chief, code)).status).toBe(404)
  expect((await open(chief, next.code)).status).toBe(200)
})

it('two codes that are made at once are both given out, and one of them holds', async () => {
  const headers = await app.asUser('twice@agency.test')
  const make = () =>
    app.request('/api/account/support-code', { as: 'session', headers, json: REPORT })
  let making: Promise<Response[]> | undefined
  await app.sql.begin(async (tx) => {
    // Neither can write its audit entry, which comes last.
    await tx`lock table audit_log in share mode`
    making = Promise.all([make(), make()])
    await held(app.sql, making, 2)
  })
  const answers = (await making) ?? []
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const made = (await Promise.all(answers.map((answer) => answer.json()))) as SupportCode[]
  expect(made).toContainEqual((await own(headers)).code)
})

it('a report that says more than figures is refused', async () => {
  const headers = await app.asUser('teller@agency.test')
  const json = { ...REPORT, contacts: ['somebody@private.test'] }
  const response = await app.request('/api/account/support-code', { as: 'session', headers, json })
  expect(response.status).toBe(400)
  for (const code of ['12345', '1234567', 'abcdef']) {
    expect((await open(deputy, code)).status).toBe(400)
  }
})

it('few codes can be tried', async () => {
  const third = await app.asUser(DEPUTY)
  const answers = []
  for (let code = 0; code < 14; code++) {
    answers.push((await open(third, String(code).padStart(6, '0'))).status)
  }
  expect(answers).toContain(429)
})
