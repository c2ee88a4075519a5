import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry, AuditPage } from '#api/contract/admin-audit.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'

const ADMIN = 'chief@hospital.test'
const ROWS = 130

let app: TestApp
let admin: Record<string, string>
beforeAll(async () => {
  app = await testApp({ people: 0, env: { ADMIN_EMAILS: ADMIN } })
  admin = await app.asUser(ADMIN)
  await app.sql`
    insert into users (id, name, email, email_verified) values
      ('ada', 'n', 'Ada@agency.test', true), ('ben', 'n', 'ben@agency.test', true)`
  // One transaction writes the rows, so that many have the same time.
  await app.sql`
    insert into audit_log (actor_id, action, subject_id, details, network)
    select case when n % 2 = 0 then 'ada' else 'ben' end,
      (array['reveal', 'export', 'grant.create'])[1 + n % 3], 'subject' || n % 5,
      jsonb_build_object('nth', n), '192.0.2.' || n % 4
    from generate_series(1, ${ROWS}) n`
  await app.sql`
    insert into audit_log (at, actor_id, action, subject_id, details) values
      ('2026-01-10T00:00:00Z', 'ada', 'user.ban', 'ben', '{"why": "100% sure"}'),
      ('2026-01-10T23:59:59Z', 'gone', 'user.unban', 'ben', '{"why": "=1+1"}'),
      ('2026-01-11T00:00:00Z', null, 'plan.change', 'ada', '{}')`
})
afterAll(() => app.close())

async function list(query: Record<string, string> = {}): Promise<AuditPage> {
  const response = await app.request(`/api/admin/audit?${new URLSearchParams(query)}`, {
    as: 'session',
    headers: admin,
  })
  expect(response.status).toBe(200)
  return (await response.json()) as AuditPage
}

async function all(query: Record<string, string>): Promise<AuditEntry[]> {
  const entries = []
  let after: string | null = ''
  while (after !== null) {
    const page: AuditPage = await list({ ...query, ...(after ? { after } : {}) })
    entries.push(...page.entries)
    after = page.next
  }
  return entries
}

describe('the audit log', () => {
  it('says who did what to whom, when and from where, newest first and page by page', async () => {
    const entries = await all({})
    const [{ ids } = { ids: [] }] = await app.sql<{ ids: string[] }[]>`
      select array_agg(id::text order by at desc, id desc) as ids from audit_log`
    expect(entries.map(({ id }) => id)).toEqual(ids)
    const [ban] = await all({ action: 'user.ban' })
    expect(ban).toMatchObject({
      at: '2026-01-10T00:00:00.000Z',
      actor: { id: 'ada', email: 'Ada@agency.test' },
      subject: { id: 'ben', email: 'ben@agency.test' },
      details: { why: '100% sure' },
      network: null,
    })
    const [unban] = await all({ action: 'user.unban' })
    expect(unban?.actor).toEqual({ id: 'gone', email: null })
    const [change] = await all({ action: 'plan.change' })
    expect(change?.actor).toBeNull()
  })

  it.each<[Record<string, string>, (row: AuditEntry) => boolean]>([
    [{ actor: 'ada@AGENCY.test' }, (row) => row.actor?.id === 'ada'],
    [{ actor: 'gone' }, (row) => row.actor?.id === 'gone'],
    [{ subject: 'subject3' }, (row) => row.subject?.id === 'subject3'],
    [{ network: '192.0.2.1' }, (row) => row.network === '192.0.2.1'],
    [{ query: '192.0.2.1' }, (row) => row.network === '192.0.2.1'],
    [{ from: '2026-01-10', to: '2026-01-10' }, (row) => row.at.startsWith('2026-01-10')],
    [{ to: '2026-01-11' }, (row) => row.at < '2026-01-12'],
    [{ query: '100% SURE' }, (row) => row.action === 'user.ban'],
    [{ query: '%' }, (row) => row.action === 'user.ban'],
    [{ query: 'ben@agency' }, (row) => row.actor?.id === 'ben' || row.subject?.id === 'ben'],
    [
      { query: 'grant', actor: 'ben', subject: 'subject2' },
      (row) =>
        row.action === 'grant.create' && row.actor?.id === 'ben' && row.subject?.id === 'subject2',
    ],
    [{ query: 'nothing says this' }, () => false],
  ])('is narrowed by %j', async (query, isAsked) => {
    const everything = await all({})
    const found = await all(query)
    expect(found.map(({ id }) => id)).toEqual(everything.filter(isAsked).map(({ id }) => id))
  })

  it.each<Record<string, string>>([
    { from: 'yesterday' },
    { to: '2026-02-30' },
    { from: '0000-01-01' },
    { query: 'a\u0000b' },
    { actor: 'x'.repeat(201) },
    { after: 'nonsense' },
    { after: Buffer.from('["nowhen","1"]').toString('base64url') },
    { after: Buffer.from('["2026-01-01","one"]').toString('base64url') },
  ])('refuses %j', async (query) => {
    const response = await app.request(`/api/admin/audit?${new URLSearchParams(query)}`, {
      as: 'session',
      headers: admin,
    })
    expect(response.status).toBe(400)
  })

  it('leaves as CSV or NDJSON, narrowed, harmless to a spreadsheet, and traced', async () => {
    const file = (query: string) =>
      app.request(`/api/admin/audit/file?${query}`, { as: 'session', headers: admin })
    const ndjson = await file('format=ndjson&action=grant.create')
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson')
    expect(ndjson.headers.get('content-disposition')).toContain('audit.ndjson')
    const lines = (await ndjson.text()).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(await all({ action: 'grant.create' }))
    const csv = await file('format=csv&actor=gone')
    expect(csv.headers.get('content-disposition')).toContain('audit.csv')
    expect((await csv.text()).split('\r\n').slice(0, 2)).toEqual([
      'Id,Time,Action,Actor,Subject,Network,Details',
      expect.stringMatching(
        /^\d+,2026-01-10T23:59:59.000Z,user.unban,gone,ben@agency.test,,"\{""why"":""=1\+1""\}"$/,
      ),
    ])
    expect((await file('format=pdf')).status).toBe(400)
    const traces = await all({ action: 'audit.export' })
    expect(traces.map(({ details }) => details)).toEqual([
      { format: 'csv', filters: ['actor'] },
      { format: 'ndjson', filters: ['action'] },
    ])
    await app.sql`
      update sessions set confirmed_at = now() - interval '11 minutes'
      where user_id = (select id from users where email = ${ADMIN})`
    const refused = await file('format=csv')
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('"confirmation_required"'),
    ])
    expect(await all({ action: 'audit.export' })).toHaveLength(2)
  })
})
