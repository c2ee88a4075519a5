import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { device, mailTo, PASSWORD, roleOf, signedUp } from '#tests/support/cookie-jar.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { keepFor, wireMutation } from '#tests/support/push.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

/** Inserts one synced row of each kind, with this text in it. */
async function keepSomething(owner: string, name: string): Promise<void> {
  const id = crypto.randomUUID()
  const person = KNOWN_PEOPLE[0]?.id ?? ''
  await app.sql`insert into reveals (owner_id, candidate_id) values (${owner}, ${person})`
  const contact = { candidate_id: person, kind: 'phone', value_id: 1 } as const
  const template = { subject: 'S', body: name, tone: 'formal', length: 'short' } as const
  return keepFor(
    app,
    owner,
    wireMutation('lists.create', { id, name, candidate_ids: [person] }),
    wireMutation('candidates.note', { candidate_id: person, note: name, previous: null }),
    wireMutation('searches.create', { id, name, search_params: { query: name } }),
    wireMutation('templates.create', { id, name, ...template, position_type: 'contract' }),
    wireMutation('settings.set', { key: 'email.signature', value: name }),
    wireMutation('contacts.report', { ...contact, reason: 'left' }),
  )
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
    ['POST', '/api/auth/revoke-sessions', {}],
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
      settings: [{ key: 'email.signature', value: 'mine' }],
      audit_log: expect.arrayContaining([expect.objectContaining({ action: 'sign_up' })]),
    })
    const [secret] = await app.sql`
      select password, token from auth_accounts join sessions using (user_id) where user_id = ${id}`
    expect(text).not.toContain(secret?.password)
    expect(text).not.toContain(secret?.token)
    expect(text).not.toContain('bystander@hospital.test')
    expect(text).not.toContain('not yours')
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
        (select count(*)::int from sessions where user_id = ${id}) as sessions,
        (select count(*)::int from auth_accounts where user_id = ${id}) as passwords,
        (select count(*)::int from reveals where owner_id = ${id}) as reveals,
        (select count(*)::int from search_error_logs where user_email = ${email}) as searches`
    expect(left).toEqual({ users: 0, sessions: 0, passwords: 0, reveals: 0, searches: 0 })
    const owned = await app.sql<{ table_name: string }[]>`
      select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'owner_id'`
    expect(owned.length).toBeGreaterThan(5)
    for (const { table_name } of owned) {
      const rows = await app.sql`select 1 from ${app.sql(table_name)} where owner_id = ${id}`
      expect(rows, table_name).toHaveLength(0)
    }
    const traces = await app.sql`select * from audit_log where actor_id = ${id} order by id`
    expect(traces.at(0)?.action).toBe('sign_up')
    expect(traces.at(-1)?.action).toBe('account.delete')
    expect(JSON.stringify(traces)).not.toContain(email)
    await mailTo(app, email, /was deleted/)
  })

  it('frees the address for a new account', async () => {
    expect(await roleOf(await signedUp(app, email, '203.0.113.23'))).toBe('free')
  })
})
