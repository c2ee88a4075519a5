import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountData } from '#api/services/accounts/account.ts'
import { connect } from '#db/client.ts'
import { connectionUrl } from '#db/connection-url.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { device, mailTo, PASSWORD, roleOf, signedUp } from '#tests/support/cookie-jar.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { keepFor, wireMutation } from '#tests/support/push.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

/** Stores a row of every kind for an account with a session, with this text where a row has one. */
async function keepSomething(owner: string, name: string): Promise<void> {
  const { sql } = app
  const id = crypto.randomUUID()
  const person = KNOWN_PEOPLE[0]?.id ?? ''
  await sql`insert into reveals (owner_id, candidate_id) values (${owner}, ${person})`
  const contact = { candidate_id: person, kind: 'phone', value_id: 1 } as const
  const template = { subject: 'S', body: name, tone: 'formal', length: 'short' } as const
  await keepFor(
    app,
    owner,
    wireMutation('lists.create', { id, name, candidate_ids: [person] }),
    wireMutation('candidates.note', { candidate_id: person, note: name, previous: null }),
    wireMutation('searches.create', { id, name, search_params: { query: name } }),
    wireMutation('watches.set', { search_id: id, cadence: 'daily' }),
    wireMutation('templates.create', { id, name, ...template, position_type: 'contract' }),
    wireMutation('settings.set', { key: 'email.signature', value: name }),
    wireMutation('contacts.report', { ...contact, reason: 'left' }),
    wireMutation('activities.add', { id, candidate_id: person, kind: 'note', words: name }),
    wireMutation('people.stop', { id: crypto.randomUUID(), candidate_id: person, reason: name }),
  )
  await sql`
    insert into watch_news (owner_id, search_owner, search_id, found_at, kind, ordinals)
    values (${owner}, ${owner}, ${id}, now(), 'new', '{1,2}')`
  await sql`
    insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
    select ${`https://push.example/${owner}`}, user_id, id, 'key', 'secret'
    from sessions where user_id = ${owner} limit 1`
  await sql`insert into watch_mails (user_id, mailed_on) values (${owner}, '2026-01-02')`
  await sql`
    insert into export_logs (owner_id, export_count, format, file_name, columns)
    values (${owner}, 1, 'csv', ${name}, '{name}')`
  await sql`insert into erased_shapes (owner_id, name) values (${owner}, 'lists')`
  await sql`insert into exported_contacts values (${owner}, '2026-01-02', 1)`
  await sql`insert into entitlements (owner_id, tier, status) values (${owner}, 'basic', 'active')`
  const customer = await app.parts.billing.stripe.customers.create({ email: `${id}@buyer.test` })
  await sql`
    insert into stripe_customers (owner_id, customer_id) values (${owner}, ${customer.id})`
  await sql`
    insert into demo_grants (user_id, feature_type, active) values (${owner}, 'export', false)`
  await sql`
    insert into support_codes (user_id, code, sync_report, expires_at)
    values (${owner}, lpad(floor(random() * 1000000)::text, 6, '0'), '{}', now())`
  await sql`
    insert into auth_two_factors (id, user_id, secret, backup_codes)
    values (${id}, ${owner}, 'encrypted', 'encrypted')`
  await sql`
    insert into auth_passkeys
      (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
    values (${id}, ${owner}, ${name}, 'key', ${id}, 0, 'singleDevice', false)`
  const team = await teamOf(sql, { id: owner })
  const [member] = await sql`select id from team_members where user_id = ${owner}`
  const claim = { team_id: team, candidate_id: person, member_id: member?.id, call_id: id }
  await sql`insert into call_claims ${sql({ ...claim, until: new Date() })}`
  await sql`
    insert into team_devices (team_id, user_id, device_id, name, lease_ends_at)
    values (${team}, ${owner}, ${id}, 'Chrome on Mac', now())`
  await sql`
    insert into team_invites (team_id, email, role, token_hash, invited_by, expires_at)
    values (${team}, ${`${name.replaceAll(' ', '.')}@invited.test`}, 'viewer',
      sha256(${id}::text::bytea), ${member?.id}, now())`
}

/** A column by which a table's rows belong to an account or to one of its memberships. */
interface AccountColumn {
  table: string
  column: string
  isOfMembership: boolean
}

/** Every such column in the database, except those of the accounts themselves. */
const accountColumns = () => app.sql<AccountColumn[]>`
  select t.relname as "table", a.attname as "column",
    coalesce(f.confrelid = 'team_members'::regclass, false) as "isOfMembership"
  from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
  left join pg_constraint f
    on f.conrelid = t.oid and f.contype = 'f' and f.conkey = array[a.attnum]
  where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and not a.attisdropped
    and t.relname not in ('users', 'owners')
    and (a.attname in ('owner_id', 'user_id', 'account_id', 'actor_id') and a.atttypid = 'text'::regtype
      or f.confdeltype = 'c'
        and f.confrelid in ('users'::regclass, 'owners'::regclass, 'team_members'::regclass))
  order by 1, 2`

/** The number of an account's rows by column, including those of its memberships. */
async function countRows(account: string, memberships: string[]): Promise<Record<string, number>> {
  const columns = await accountColumns()
  const counts = columns.map(async ({ table, column, isOfMembership }) => {
    const ids = isOfMembership ? memberships : [account]
    const [rows] = await app.sql`
      select count(*)::integer from ${app.sql(table)} where ${app.sql(column)} = any(${ids})`
    return [`${table}.${column}`, rows?.count as number] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

async function membershipsOf(account: string): Promise<string[]> {
  const rows = await app.sql<{ id: string }[]>`
    select id from team_members where user_id = ${account}`
  return rows.map(({ id }) => id)
}

/** Tables that are not in the download, and the reason. */
const NOT_DOWNLOADED = {
  auth_accounts: 'holds the password',
  auth_two_factors: 'holds the secret of the second factor',
  mutation_results: 'holds answers to edits whose rows are downloaded themselves',
  left_out_versions: 'holds a number that says when lists changed',
  erased_shapes: 'names tables whose history the shape server is to drop',
}
/** Tables that have another name in the download. */
const CALLED: Record<string, string> = {
  auth_passkeys: 'passkeys',
  entitlements: 'entitlement',
  export_logs: 'exports',
  stripe_customers: 'stripe_customer',
  support_codes: 'support_code',
  user_settings: 'settings',
}
/** Columns whose rows outlive the account, and the reason. */
const KEPT = {
  'audit_log.actor_id': 'the trace names accounts by id alone',
  'team_invites.invited_by': 'the team’s invitations end, under the name of the membership',
}

async function idOf(email: string): Promise<string> {
  const [row] = await app.sql`select id from users where email = ${email}`
  return row?.id
}

describe('a shared demo account', () => {
  it.each([
    ['DELETE', '/api/account', { password: PASSWORD }],
    ['GET', '/api/account/data', undefined],
    ['POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'mine now' }],
    ['GET', '/api/auth/list-sessions', undefined],
    ['POST', '/api/auth/revoke-session', { token: 'of another visitor' }],
    ['POST', '/api/auth/revoke-sessions', {}],
    ['POST', '/api/auth/revoke-other-sessions', {}],
  ])('ACCOUNT-07 %s %s is nobody’s to use', async (method, path, json) => {
    const headers = await app.asUser('demo@clinidex.test')
    const response = await app.request(path, { as: 'session', method, json, headers })
    expect(response.status).toBe(403)
    expect(await response.text()).toMatch(/demo_restricted/i)
  })
})

describe('everything held of an account', () => {
  it('is one download without secrets, and nobody else’s', async () => {
    const email = 'data@hospital.test'
    const ask = await signedUp(app, email, '203.0.113.20')
    const id = await idOf(email)
    const person = KNOWN_PEOPLE[0]?.id ?? ''
    await keepSomething(id, 'mine')
    await app.asUser('free@clinidex.test')
    await keepSomething(await idOf('free@clinidex.test'), 'not yours')
    const response = await ask('/api/account/data')
    expect(response.headers.get('Content-Disposition')).toBe(
      'attachment; filename="clinidex-account.json"',
    )
    const text = await response.text()
    const held = JSON.parse(text)
    expect(held).toMatchObject({
      user: { id, email },
      sessions: [{ ip_address: '203.0.113.20' }],
      reveals: [{ candidate_id: person }],
      lists: [{ name: 'mine' }],
      list_members: [{ candidate_id: person, card: { first_name: 'Zenobia' } }],
      saved_candidates: [{ candidate_id: person, note: 'mine' }],
      saved_searches: [{ name: 'mine', search_params: { query: 'mine' } }],
      email_templates: [{ name: 'mine', body: 'mine' }],
      contact_reports: [{ candidate_id: person, kind: 'phone', reason: 'left' }],
      do_not_contact: [{ candidate_id: person, reason: 'mine' }],
      activities: expect.arrayContaining([
        expect.objectContaining({ kind: 'note', words: 'mine' }),
      ]),
      watches: [{ cadence: 'daily' }],
      watch_news: [{ kind: 'new', people: 2 }],
      push_subscriptions: [{ service: 'push.example' }],
      watch_mails: [{ mailed_on: '2026-01-02' }],
      call_claims: [{ candidate_id: person }],
      team_invites: [{ email: 'mine@invited.test' }],
      settings: [{ key: 'email.signature', value: 'mine' }],
      audit_log: expect.arrayContaining([expect.objectContaining({ action: 'sign_up' })]),
    })
    const [secret] = await app.sql`
      select password, token from auth_accounts join sessions using (user_id) where user_id = ${id}`
    expect(text).not.toContain(secret?.password)
    expect(text).not.toContain(secret?.token)
    expect(text).not.toContain('bystander@hospital.test')
    expect(text).not.toContain('not yours')
    expect(text).not.toContain('not.yours')
    for (const [column, rows] of Object.entries(await countRows(id, await membershipsOf(id)))) {
      expect(rows, `${column}: keepSomething keeps no row`).toBeGreaterThan(0)
      const [table = ''] = column.split('.')
      if (table in NOT_DOWNLOADED) continue
      expect(held[CALLED[table] ?? table]?.length, column).toBeGreaterThan(0)
    }
  })

  it('is read at one moment, over one connection of those that answer requests', async () => {
    const pool = connect(connectionUrl(app.sql), { max: 5 })
    const sessions = async () => {
      const [row] = await app.sql`
        select count(*)::integer as open from pg_stat_activity where datname = current_database()`
      return Number(row?.open)
    }
    const before = await sessions()
    try {
      await accountData(pool, await idOf('free@clinidex.test'))
      expect(await sessions()).toBe(before + 1)
    } finally {
      await pool.end()
    }
  })

  it('holds no words of others with a list that came back from a team', async () => {
    const email = 'mover@hospital.test'
    const ask = await signedUp(app, email, '203.0.113.24')
    const [mover, mate] = [await idOf(email), await idOf('subscriber@clinidex.test')]
    const team = await teamOf(app.sql, { id: mover })
    await memberIn(app.sql, team, { id: mate }, 'recruiter')
    const id = crypto.randomUUID()
    const candidate_id = KNOWN_PEOPLE[0]?.id ?? ''
    const next_on = `${new Date().getUTCFullYear() + 1}-01-02`
    const note = (words: string) =>
      wireMutation('activities.add', {
        ...{ owner: team, id: crypto.randomUUID(), candidate_id, list_id: id, kind: 'note' },
        ...{ words, next_on },
      })
    await keepFor(
      app,
      mover,
      wireMutation('lists.create', { id, name: 'Moved', candidate_ids: [candidate_id] }),
      wireMutation('lists.move', { id, to: team }),
      note('said by me'),
    )
    await keepFor(app, mate, note('said by a mate'))
    await keepFor(app, mover, wireMutation('lists.move', { owner: team, id }))
    const text = await (await ask('/api/account/data')).text()
    const { activities } = JSON.parse(text) as { activities: Record<string, unknown>[] }
    const said = activities.map(({ created_by, kind, words, next_on }) => ({
      ...{ created_by, kind, words, next_on },
    }))
    expect(said).toHaveLength(2)
    expect(said).toEqual(
      expect.arrayContaining([
        { created_by: mover, kind: 'note', words: 'said by me', next_on },
        { created_by: mate, kind: 'note', words: null, next_on: null },
      ]),
    )
    expect(text).not.toContain('said by a mate')
  })

  it('asks for a session', async () => {
    const response = await app.request('/api/account/data', { as: 'session' })
    expect(response.status).toBe(401)
  })
})

describe('deleting an account', () => {
  const email = 'leaver@hospital.test'

  it('asks for the password', async () => {
    const ask = await signedUp(app, email, '203.0.113.21')
    for (const json of [{ password: 'wrong password' }, { password: '' }, {}]) {
      const response = await ask('/api/account', { method: 'DELETE', json })
      expect([400, 403]).toContain(response.status)
    }
    expect(await roleOf(ask)).toBe('free')
  })

  it('takes all that is its own with it, signs out everywhere and keeps the trace', async () => {
    const id = await idOf(email)
    await keepSomething(id, 'leaves with me')
    const memberships = await membershipsOf(id)
    const before = await countRows(id, memberships)
    await app.sql`
      insert into search_error_logs (error_type, user_email, ip_address)
      values ('other', ${email}, '203.0.113.21')`
    const desk = device(app, '203.0.113.21')
    const phone = device(app, '203.0.113.22')
    for (const ask of [desk, phone]) {
      await ask('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
    }
    const response = await desk('/api/account', { method: 'DELETE', json: { password: PASSWORD } })
    expect(response.status).toBe(204)
    expect([await roleOf(desk), await roleOf(phone)]).toEqual(['visitor', 'visitor'])
    const [left] = await app.sql`
      select (select count(*)::int from users where id = ${id}) as users,
        (select count(*)::int from owners where id = ${id}) as owners,
        (select count(*)::int from search_error_logs where user_email = ${email}) as searches`
    expect(left).toEqual({ users: 0, owners: 0, searches: 0 })
    for (const [column, rows] of Object.entries(await countRows(id, memberships))) {
      expect(before[column], `${column}: keepSomething keeps no row`).toBeGreaterThan(0)
      if (!(column in KEPT)) expect(rows, column).toBe(0)
    }
    const traces = await app.sql`select * from audit_log where actor_id = ${id} order by id`
    expect(traces.at(0)?.action).toBe('sign_up')
    expect(traces.at(-1)?.action).toBe('account.delete')
    expect(JSON.stringify(traces)).not.toContain(email)
    await mailTo(app, email, /was deleted/)
  })

  it('ends a secure cookie as one: a browser changes it in no other way', async () => {
    const ask = await signedUp(app, 'secure.leaver@hospital.test', '203.0.113.24')
    const { attributes } = (await app.parts.auth.$context).authCookies.sessionToken
    const { secure } = attributes
    attributes.secure = true
    try {
      const left = await ask('/api/account', { method: 'DELETE', json: { password: PASSWORD } })
      expect(left.headers.get('set-cookie')).toMatch(/^[\w.-]+=; Max-Age=0; Path=\/; Secure$/)
    } finally {
      attributes.secure = secure
    }
  })

  it('is answered while the mail server is silent', async () => {
    const ask = await signedUp(app, 'unmailed.leaver@hospital.test', '203.0.113.25')
    const { mailer } = app.parts
    const { send } = mailer
    mailer.send = () => new Promise(() => undefined)
    try {
      const left = await ask('/api/account', { method: 'DELETE', json: { password: PASSWORD } })
      expect(left.status).toBe(204)
    } finally {
      mailer.send = send
    }
  })

  it('frees the address for a new account', async () => {
    expect(await roleOf(await signedUp(app, email, '203.0.113.23'))).toBe('free')
  })
})
