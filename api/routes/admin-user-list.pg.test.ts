import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminUserPage } from '#api/contract/admin-users.ts'
import { USER_SORTS } from '#api/contract/user-list-words.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'

const ADMIN = 'chief@hospital.test'
/** The number of accounts: more than two pages. */
const ACCOUNTS = 120

let app: TestApp
let admin: Record<string, string>
beforeAll(async () => {
  app = await testApp({ people: 0, env: { ADMIN_EMAILS: ADMIN } })
  admin = await app.asUser(ADMIN)
  await app.sql`
    insert into users (id, name, email, email_verified, source, created_at)
    select 'u' || n, 'n', 'Person' || n || '@agency.test', true,
      case when n % 3 = 0 then 'Conference' end, '2026-01-01'::timestamptz + (n / 4) * interval '1 day'
    from generate_series(1, ${ACCOUNTS}) n`
  await app.sql`
    insert into entitlements (user_id, tier, status, plan_name) values
      ('u1', 'basic', 'active', 'Monthly Plan'), ('u2', 'premium', 'trialing', 'Annual Plan'),
      ('u3', 'premium', 'canceled', 'Annual Plan'), ('u4', 'enterprise', 'active', null)`
  await app.sql`
    insert into export_logs (owner_id, export_count, format, file_name, columns)
    select 'u' || n % 7, n, 'csv', 'f', '{}' from generate_series(7, 40) n where n % 7 > 0`
  await app.sql`
    insert into users (id, name, email, email_verified, demo_account, demo_of)
    values ('guest', 'n', 'guest@guest.invalid', true, true, 'u9')`
  await app.sql`
    insert into export_logs (owner_id, export_count, format, file_name, columns)
    values ('guest', 1000, 'csv', 'f', '{}')`
})
afterAll(() => app.close())

async function list(query: Record<string, string> = {}): Promise<AdminUserPage> {
  const response = await app.request(`/api/admin/users?${new URLSearchParams(query)}`, {
    as: 'session',
    headers: admin,
  })
  expect(response.status).toBe(200)
  return (await response.json()) as AdminUserPage
}

async function all(query: Record<string, string>): Promise<AdminUserPage['users']> {
  const users = []
  let after: string | null = ''
  while (after !== null) {
    const page: AdminUserPage = await list({ ...query, ...(after ? { after } : {}) })
    users.push(...page.users)
    after = page.next
  }
  return users
}

/** A cursor in the list's own form, with other texts. */
const forged = (...row: string[]) => Buffer.from(JSON.stringify(row)).toString('base64url')

const emails = async (query: Record<string, string>) =>
  (await all(query)).map(({ email }) => email.toLowerCase())

describe('the accounts that administrators list', () => {
  it('USERS-01 DATA-15 carries address, days, plan, people exported and source of each', async () => {
    const { users, count, next } = await list({ query: 'person1@' })
    expect({ users, count, next }).toEqual({
      count: 1,
      next: null,
      users: [
        {
          id: 'u1',
          email: 'Person1@agency.test',
          signup_date: '2026-01-01T00:00:00.000Z',
          last_sign_in_at: null,
          subscription_status: 'active',
          subscription_plan: 'Monthly Plan',
          total_exports: 8 + 15 + 22 + 29 + 36,
          source: null,
          grant: null,
          is_banned: false,
          is_admin: false,
        },
      ],
    })
  })

  it('USERS-04 finds a part of an address in any case, and takes it as it stands', async () => {
    expect(await emails({ query: 'PERSON11', sort: 'email', direction: 'asc' })).toHaveLength(11)
    expect(await emails({ query: 'person1_' })).toEqual([])
    expect(await emails({ query: 'person%' })).toEqual([])
    expect(await emails({ query: '  person7@AGENCY  ' })).toEqual(['person7@agency.test'])
  })

  it('USERS-05 names the plan while it is active, a trial as such, and anything else Free', async () => {
    const users = await all({ query: '@agency.test' })
    const label = (id: string) => users.find((user) => user.id === id)?.subscription_plan
    expect(['u1', 'u2', 'u3', 'u4', 'u5'].map(label)).toEqual([
      'Monthly Plan',
      'Trial',
      'Free',
      'enterprise',
      'Free',
    ])
    await app.sql`update entitlements set status = 'active' where user_id = 'u3'`
    expect((await list({ query: 'person3@' })).users[0]?.subscription_plan).toBe('Annual Plan')
    expect(await emails({ plan: 'Trial' })).toEqual(['person2@agency.test'])
  })

  it.each(USER_SORTS.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'is whole and in order by %s %s, page by page',
    async (sort, direction) => {
      const users = await all({ sort, direction })
      // The list contains the test's own five and the administrator, but no guest.
      expect(new Set(users.map(({ id }) => id)).size).toBe(ACCOUNTS + 5)
      expect(users).toHaveLength(ACCOUNTS + 5)
      const [{ keys } = { keys: [] }] = await app.sql<{ keys: string[] }[]>`
        select array_agg(id order by ${app.sql.unsafe(SQL_ORDER[sort] ?? '')}
          ${app.sql.unsafe(direction)}, id ${app.sql.unsafe(direction)}) as keys
        from users where demo_of is null`
      expect(users.map(({ id }) => id)).toEqual(keys)
    },
  )

  describe('PLAN-30 an account whose team pays', () => {
    beforeAll(async () => {
      await app.sql`
        insert into users (id, name, email, email_verified, created_at)
        select 's' || n, 'n', 'seat' || n || '@seats.test', true, '2025-01-01'
        from generate_series(1, 60) n`
      const desk = await teamOf(app.sql, { id: 's1' }, { name: 'A desk' })
      const gone = await teamOf(app.sql, { id: 's2' }, { name: 'Unpaid desk' })
      await app.sql`
        insert into entitlements (owner_id, tier, status, plan_name, seats)
        values (${desk}, 'basic', 'active', 'Monthly Plan', 60),
          (${gone}, 'basic', 'canceled', 'Monthly Plan', 60)`
      for (let n = 3; n <= 60; n++) await memberIn(app.sql, desk, { id: `s${n}` }, 'recruiter')
      await app.sql`update team_members set role = 'viewer' where user_id = 's3'`
      await app.sql`update team_members set ended_at = now() where user_id = 's4'`
      await app.sql`
        insert into entitlements (user_id, tier, status, plan_name)
        values ('s5', 'premium', 'active', 'Annual Plan')`
    })
    afterAll(async () => {
      await app.sql`delete from users where email like '%@seats.test'`
    })

    it('is listed with that team, and with its own plan where it has one', async () => {
      const users = await all({ query: '@seats.test' })
      const label = (id: string) => users.find((user) => user.id === id)?.subscription_plan
      expect(['s1', 's2', 's3', 's4', 's5', 's6'].map(label)).toEqual([
        'Team (A desk)',
        'Free',
        'Free',
        'Free',
        'Annual Plan',
        'Team (A desk)',
      ])
      const response = await app.request('/api/admin/users/s6', { as: 'session', headers: admin })
      const { user } = (await response.json()) as { user: { subscription_plan: string } }
      expect(user.subscription_plan).toBe('Team (A desk)')
    })

    it.each(['asc', 'desc'] as const)(
      'stands where the list says, page by page, %s',
      async (direction) => {
        const users = await all({ sort: 'subscription_plan', direction, status: 'open' })
        const keys = users.map(({ id, subscription_plan }) => [subscription_plan, id] as const)
        const [{ sorted } = { sorted: [] }] = await app.sql<{ sorted: [string, string][] }[]>`
        select jsonb_agg(jsonb_build_array(plan, id)
          order by plan ${app.sql.unsafe(direction)}, id ${app.sql.unsafe(direction)}) as sorted
        from unnest(${keys.map(([plan]) => plan)}::text[], ${keys.map(([, id]) => id)}::text[])
          as listed (plan, id)`
        expect(keys).toEqual(sorted)
        expect(new Set(users.map(({ id }) => id)).size).toBe(users.length)
        const everybody = await list({ status: 'open' })
        expect(users).toHaveLength(everybody.count ?? 0)
      },
    )

    it('is found by its team and by any team, and is not among the free', async () => {
      const found = async (plan: string) => {
        const { count } = await list({ plan, query: '@seats.test' })
        const users = await all({ plan, query: '@seats.test' })
        expect(users).toHaveLength(count ?? -1)
        return users.map(({ id }) => id).sort()
      }
      const seated = Array.from({ length: 60 }, (_, index) => `s${index + 1}`)
        .filter((id) => !['s2', 's3', 's4', 's5'].includes(id))
        .sort()
      expect(await found('Team')).toEqual(seated)
      expect(await found('Team (A desk)')).toEqual(seated)
      expect(await found('Free')).toEqual(['s2', 's3', 's4'])
      expect(await found('Annual Plan')).toEqual(['s5'])
    })
  })

  it('goes on after the last row although others came and went', async () => {
    const first = await list({ sort: 'email', direction: 'asc', query: '@agency.test' })
    await app.sql`
      insert into users (id, name, email, email_verified)
      values ('early', 'n', 'aaa@agency.test', true)`
    const second = await list({
      sort: 'email',
      direction: 'asc',
      query: '@agency.test',
      after: first.next ?? '',
    })
    const ids = new Set(first.users.map(({ id }) => id))
    expect(second.users.filter(({ id }) => ids.has(id))).toEqual([])
    expect(second.count).toBeUndefined()
    await app.sql`delete from users where id = 'early'`
  })

  it('USERS-08 counts a grant while it is active, not past its end and not used up', async () => {
    await app.sql`
      insert into demo_grants (user_id, feature_type, expires_at, active, max_uses, uses_count) values
        ('u10', 'export', null, true, null, 0), ('u10', 'createLists', '2000-01-01', true, null, 0),
        ('u11', 'export', now() + interval '1 day', true, null, 0),
        ('u12', 'export', now() - interval '1 day', true, null, 0),
        ('u13', 'export', null, false, null, 0), ('u14', 'export', null, true, 3, 2)`
    expect(await emails({ grant: 'live', sort: 'email', direction: 'asc' })).toEqual([
      'person10@agency.test',
      'person11@agency.test',
      'person14@agency.test',
    ])
    const [forever] = (await list({ query: 'person10@' })).users
    expect(forever?.grant).toEqual({ until: null })
    const [ending] = (await list({ query: 'person11@' })).users
    expect(ending?.grant).toEqual({ until: expect.stringMatching(/Z$/) })
    await app.sql`update demo_grants set uses_count = 3 where user_id = 'u14'`
    await app.sql`update demo_grants set active = false where user_id = 'u10'`
    expect(await emails({ grant: 'live' })).toEqual(['person11@agency.test'])
    expect(await emails({ grant: 'none', query: '@agency.test' })).toHaveLength(ACCOUNTS - 1)
  })

  it('counts what guests of a shared account exported for that account', async () => {
    expect((await list({ query: 'person9@' })).users[0]?.total_exports).toBe(1000)
    expect(await emails({ query: 'guest' })).toEqual([])
  })

  it('finds who is banned', async () => {
    await app.sql`update users set banned_at = now() where id = 'u20'`
    expect(await emails({ status: 'banned' })).toEqual(['person20@agency.test'])
    expect(await emails({ status: 'open', query: 'person20@' })).toEqual([])
  })

  it('says when a user signed in last', async () => {
    const before = new Date()
    await app.asUser('Person30@agency.test')
    const [user] = (await list({ query: 'person30@' })).users
    expect(Date.parse(user?.last_sign_in_at ?? '')).toBeGreaterThanOrEqual(before.getTime() - 1000)
  })

  it('counts the people exported beyond two billion, and goes on exporting', async () => {
    await app.sql`update users set exported_people = 2147483647 where id = 'u40'`
    await app.sql`
      insert into export_logs (owner_id, export_count, format, file_name, columns)
      values ('u40', 3, 'csv', 'f', '{}')`
    const [first, ...others] = await all({ sort: 'total_exports' })
    expect([first?.id, first?.total_exports]).toEqual(['u40', 2_147_483_650])
    expect(others).toHaveLength(ACCOUNTS + 5 - 1)
  })

  it.each<Record<string, string>>([
    { after: 'nonsense' },
    { after: forged('x') },
    { after: forged('nowhen', 'u1') },
    { after: forged('2026-02-30', 'u1') },
    { after: forged('99999999999999999999', 'u1'), sort: 'total_exports' },
    { after: forged('a\u0000b', 'u1'), sort: 'email' },
    { sort: 'password' },
    { direction: 'sideways' },
    { query: 'a\u0000b' },
    { query: 'x'.repeat(201) },
    { grant: 'maybe' },
  ])('refuses %j', async (query) => {
    const response = await app.request(`/api/admin/users?${new URLSearchParams(query)}`, {
      as: 'session',
      headers: admin,
    })
    expect(response.status).toBe(400)
  })

  it('leaves as CSV what matches, in order, with nothing a spreadsheet would run, and a trace', async () => {
    await app.sql`update users set source = '=HYPERLINK("http://x")' where id = 'u33'`
    const response = await app.request(
      '/api/admin/users/file?query=person33@&sort=email&direction=asc',
      { as: 'session', headers: admin },
    )
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('users.csv')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    const lines = text.split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFEmail,Signed up,Last sign-in,Plan,Status,Exports,Source,Grant,Banned',
    )
    expect(lines[1]).toBe(
      'Person33@agency.test,2026-01-09T00:00:00.000Z,,Free,none,0,"\'=HYPERLINK(""http://x"")",,',
    )
    const everybody = await app.request('/api/admin/users/file', { as: 'session', headers: admin })
    expect((await everybody.text()).trim().split('\r\n')).toHaveLength(ACCOUNTS + 5 + 1)
    const traces = await app.sql`select details from audit_log where action = 'users.export'`
    expect(traces).toHaveLength(2)
    expect(JSON.stringify(traces)).not.toContain('person33')
  })
})

const SQL_ORDER: Record<string, string> = {
  email: 'lower(email)',
  signup_date: 'created_at',
  last_sign_in_at: "coalesce(last_sign_in_at, '-infinity')",
  subscription_plan: 'plan_label',
  total_exports: 'exported_people',
  source: "lower(coalesce(source, ''))",
  grant: "coalesce(granted_until, '-infinity')",
}
