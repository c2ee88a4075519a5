import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EXPORT_COLUMNS } from '#api/contract/export-columns.ts'
import { acquireLayoutSlot } from '#api/services/export/pdf-file.ts'
import { anotherProcess } from '#tests/support/another-process.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { CAST_ENV, castOf, idOfPart, type Part } from '#tests/support/cast.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { teamOf } from '#tests/support/teams.ts'

const IDS = KNOWN_PEOPLE.map(({ id }) => id)
const [ZENOBIA = '', IGNATIUS = ''] = IDS
const UNKNOWN = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

let app: TestApp
let cast: Awaited<ReturnType<typeof castOf>>
beforeAll(async () => {
  app = await testApp({ env: CAST_ENV, people: 1300 })
  cast = await castOf(app)
})
afterAll(() => app.close())
// The limit per minute is an account's; each test that exports much uses its own account.
beforeEach(() => app.sql`delete from export_logs`)

let networks = 0
function post(headers: Record<string, string>, body: object) {
  const json = { format: 'csv', source: 'search', ...body }
  const network = `2001:db8:0:${(++networks).toString(16)}::1`
  return app.request('/api/export', { as: 'session', headers, json, network })
}
const exportAs = (part: Part, body: object) => post(cast[part], body)

async function subscriber(name: string) {
  const email = `${name}@clinidex.test`
  const headers = await app.asUser(email)
  const [user] = await app.sql<{ id: string }[]>`
    insert into entitlements (user_id, tier, status)
    select id, 'premium', 'active' from users where email = ${email} returning user_id as id`
  return { headers, id: user?.id ?? '' }
}

const rowsOf = async (response: Response) =>
  parse(Buffer.from(await response.arrayBuffer()), { bom: true }) as string[][]
const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code

describe('an export', () => {
  it('EXPORT-03 is a CSV file with a name, all columns and the contacts', async () => {
    const response = await exportAs('annual', { candidateIds: [ZENOBIA] })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toContain('"healthcare_worker_export.csv"')
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    const [header, zenobia] = await rowsOf(response)
    expect(header).toEqual(EXPORT_COLUMNS.map((column) => column.header))
    expect(zenobia).toContain('zenobia@example.com')
    expect(zenobia).toContain('806-555-0101')
  })

  it('has a person once, at the first place, however the id is written', async () => {
    const [person] = await app.sql<{ id: string }[]>`
      select id from candidates where id::text ~ '[a-f]' limit 1`
    const id = person?.id ?? ''
    const candidateIds = [id.toUpperCase(), ZENOBIA, id]
    const response = await exportAs('annual', { candidateIds, columns: ['first_name'] })
    expect(await rowsOf(response)).toEqual([['First name'], [expect.any(String)], ['Zenobia']])
  })

  it('writes specialties as people do, however the directory shouts', async () => {
    const sql = app.sql
    const [person] = await sql<{ id: string }[]>`
      insert into candidates (last_name, specialty, source)
      values ('Shouted', 'NURSE ANESTHETIST', 'test') returning id`
    const candidateIds = [person?.id ?? '']
    const [header = [], shouted = []] = await rowsOf(await exportAs('annual', { candidateIds }))
    expect(shouted[header.indexOf('Specialty')]).toBe('Nurse Anesthetist')
    await sql`delete from candidates where id = ${candidateIds[0] ?? ''}`
  })

  it('leaves out who must not be contacted, by the account or by a team it is in, and counts them', async () => {
    const { headers, id } = await subscriber('stopping')
    const team = await teamOf(app.sql, { id })
    const mark = (owner: string, person: string, until: string | null) => app.sql`
      insert into do_not_contact (owner_id, candidate_id, mark_id, reason, until, set_at)
      values (${owner}, ${person}, gen_random_uuid(), 'Asked us to stop', ${until}, now())`
    const ask = () => post(headers, { candidateIds: [ZENOBIA, IGNATIUS], columns: ['last_name'] })
    // Neither expired marks nor those of strangers count.
    await mark(id, ZENOBIA, '2020-01-31')
    await mark(await idOfPart(app, 'annual'), IGNATIUS, null)
    const whole = await ask()
    expect(whole.headers.get('X-Export-Left-Out')).toBe('0')
    expect(await rowsOf(whole)).toHaveLength(3)
    await mark(team, IGNATIUS, null)
    const rest = await ask()
    expect(rest.headers.get('X-Export-Count')).toBe('1')
    expect(rest.headers.get('X-Export-Left-Out')).toBe('1')
    expect(await rowsOf(rest)).toEqual([['Last name'], ['Featherstonehaugh']])
    // A mark applies to the end of its last day west of Greenwich.
    await app.sql`
      update do_not_contact set until = (now() at time zone 'utc' - interval '12 hours')::date
      where owner_id = ${id}`
    const none = await ask()
    expect(none.status).toBe(404)
    expect(await none.json()).toMatchObject({
      error: { message: 'All of these people are marked as not to contact.' },
    })
    await app.sql`delete from do_not_contact`
  })

  it('holds each person once, in the order asked for, without who is unknown', async () => {
    const response = await exportAs('annual', {
      candidateIds: [IGNATIUS, UNKNOWN, ZENOBIA.toUpperCase(), IGNATIUS],
      columns: ['last_name', 'phone'],
    })
    expect(response.headers.get('X-Export-Count')).toBe('2')
    expect(await rowsOf(response)).toEqual([
      ['Last name', 'Mobile phone'],
      ['Wobblethorpe', '806-555-0103'],
      ['Featherstonehaugh', '806-555-0101'],
    ])
  })

  it.each([
    ['xlsx', 'PK'],
    ['pdf', '%PDF'],
  ])('EXPORT-08 can be %s', async (format, signature) => {
    const response = await exportAs('annual', { candidateIds: IDS, format, fileName: 'Éloïse' })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="Eloise.${format}"; filename*=UTF-8''%C3%89lo%C3%AFse.${format}`,
    )
    const file = Buffer.from(await response.arrayBuffer())
    expect(file.subarray(0, signature.length).toString()).toBe(signature)
  })

  it('reads more people than one batch', async () => {
    const rows = await app.sql<{ id: string }[]>`select id from candidates order by id`
    const ids = rows.map(({ id }) => id)
    const { headers } = await subscriber('many')
    const response = await post(headers, { candidateIds: ids, columns: ['first_name', 'npi'] })
    expect(response.headers.get('X-Export-Count')).toBe(String(ids.length))
    expect(await rowsOf(response)).toHaveLength(ids.length + 1)
  })

  it('EXPORT-06 EXPORT-02 leaves its manifest in its maker’s log', async () => {
    const { headers, id } = await subscriber('manifest')
    await post(headers, {
      candidateIds: [ZENOBIA, UNKNOWN],
      columns: ['title', 'npi'],
      fileName: '../texas.csv',
      filters: { state: ['TX'], query: 'heart' },
    })
    expect(await app.sql`select * from export_logs`).toMatchObject([
      {
        owner_id: id,
        export_count: 1,
        format: 'csv',
        file_name: '_texas.csv',
        columns: ['title', 'npi'],
        filters: { state: ['TX'], query: 'heart' },
      },
    ])
    const [entry] = await app.sql`
      select details from audit_log where action = 'export' and actor_id = ${id}`
    expect(entry?.details).toEqual({ count: 1, contacts: 0, format: 'csv', source: 'search' })
  })

  it('EXPORT-06 ignores who the body says is asking', async () => {
    const body = { candidateIds: [ZENOBIA], userId: await idOfPart(app, 'admin') }
    const { headers } = await subscriber('impostor')
    expect(await codeOf(await post(headers, body))).toBe('invalid_input')
  })

  it('of nobody who can be found is not found and leaves no trace', async () => {
    const { headers } = await subscriber('nobody')
    expect(await codeOf(await post(headers, { candidateIds: [UNKNOWN] }))).toBe('not_found')
    expect(await app.sql`select 1 from export_logs`).toEqual([])
  })

  it.each(['visitor', 'free', 'demo', 'enterprise'] as const)(
    'EXPORT-07 GATE-07 DEMO-10 is refused to %s, for known people and unknown',
    async (part) => {
      const answers = await Promise.all(
        [ZENOBIA, UNKNOWN].map(async (id) => {
          const response = await exportAs(part, { candidateIds: [id] })
          return [response.status, await response.text()]
        }),
      )
      expect(answers[0]?.[0]).toBe(403)
      expect(answers[0]).toEqual(answers[1])
      expect(await app.sql`select 1 from export_logs`).toEqual([])
    },
  )

  it('DEMO-07 DEMO-08 opens by a grant and closes with its last use', async () => {
    const headers = await app.asUser('trial@clinidex.test')
    await app.sql`
      insert into demo_grants (user_id, feature_type, max_uses)
      select id, 'export', 1 from users where email = 'trial@clinidex.test'`
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await post(headers, { candidateIds: [ZENOBIA] })).status),
    )
    expect(statuses.sort()).toEqual([200, 403, 403])
  })

  it('holds at most 500 people of a demo, and one refused for that is no use of the grant', async () => {
    const headers = await app.asUser('collector@clinidex.test')
    await app.sql`
      insert into demo_grants (user_id, feature_type, max_uses)
      select id, 'export', 1 from users where email = 'collector@clinidex.test'`
    const ask = (count: number) =>
      post(headers, { candidateIds: [...Array(count - 1).fill(UNKNOWN), ZENOBIA] })
    expect(await codeOf(await ask(501))).toBe('too_large')
    expect((await ask(500)).status).toBe(200)
  })

  it.each([
    ['nobody', { candidateIds: [] }],
    ['no list', { candidateIds: 'all' }],
    ['an id that is none', { candidateIds: ["' or 1=1"] }],
    ['a format we have not', { candidateIds: [ZENOBIA], format: 'exe' }],
    ['a column we have not', { candidateIds: [ZENOBIA], columns: ['password'] }],
    ['no column', { candidateIds: [ZENOBIA], columns: [] }],
    ['a NUL in the filters', { candidateIds: [ZENOBIA], filters: { query: 'a\u0000' } }],
    ['10,001 people', { candidateIds: Array.from({ length: 10_001 }, () => ZENOBIA) }],
    [
      '1,001 people in a PDF',
      { candidateIds: Array.from({ length: 1001 }, () => ZENOBIA), format: 'pdf' },
    ],
  ])('refuses %s as invalid input', async (_what, body) => {
    const { headers } = await subscriber(crypto.randomUUID())
    expect(await codeOf(await post(headers, body))).toBe('invalid_input')
  })

  it('takes a request for 10,000 people', async () => {
    const { headers } = await subscriber('ten-thousand')
    const candidateIds = [ZENOBIA, ...Array.from({ length: 9999 }, () => crypto.randomUUID())]
    const response = await post(headers, { candidateIds, columns: ['npi'] })
    expect(response.headers.get('X-Export-Count')).toBe('1')
    await response.body?.cancel()
  })

  it('refuses a third PDF beside two others, and counts it nowhere', async () => {
    const { headers } = await subscriber('printer')
    const places = [acquireLayoutSlot(), acquireLayoutSlot()]
    const response = await post(headers, { candidateIds: [ZENOBIA], format: 'pdf' })
    expect([response.status, await codeOf(response)]).toEqual([429, 'rate_limited'])
    expect(await app.sql`select 1 from export_logs`).toEqual([])
    for (const place of places) place.abort()
    expect((await post(headers, { candidateIds: [UNKNOWN], format: 'pdf' })).status).toBe(404)
    for (const place of [acquireLayoutSlot(), acquireLayoutSlot()]) place.abort()
  })

  it('is limited to ten a minute for an account', async () => {
    const { headers } = await subscriber('hasty')
    const statuses: number[] = []
    for (let call = 0; call < 11; call += 1) {
      statuses.push((await post(headers, { candidateIds: [UNKNOWN] })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(404), 429])
  })

  it('is limited to ten a minute over all processes', async () => {
    const other = await anotherProcess(app)
    const { headers } = await subscriber('twofold')
    const statuses: number[] = []
    for (let call = 0; call < 6; call += 1) {
      const there = await other.request('/api/export', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ candidateIds: [UNKNOWN], format: 'csv', source: 'search' }),
      })
      statuses.push((await post(headers, { candidateIds: [UNKNOWN] })).status, there.status)
    }
    expect(statuses).toEqual([...Array(10).fill(404), 429, 429])
    await other.close()
  })
})

describe('the history', () => {
  it('ACCOUNT-05 sums the exports and shows the five latest of the account alone', async () => {
    const owner = await idOfPart(app, 'monthly')
    await app.sql`
      insert into export_logs (owner_id, export_count, format, file_name, columns, export_date)
      select ${owner}, n * 10, 'csv', n || '.csv', '{npi}', now() - n * interval '1 day'
      from generate_series(1, 7) n`
    await app.sql`
      insert into export_logs (owner_id, export_count, format, file_name, columns)
      values (${await idOfPart(app, 'annual')}, 999, 'csv', 'theirs.csv', '{npi}')`
    const response = await app.request('/api/exports', { as: 'session', headers: cast.monthly })
    const { total, latest } = (await response.json()) as {
      total: number
      latest: { file_name: string; export_count: number }[]
    }
    expect(total).toBe(280)
    expect(latest.map(({ file_name }) => file_name)).toEqual([1, 2, 3, 4, 5].map((n) => `${n}.csv`))
  })

  it('pages through the reveals of the account alone, without contacts', async () => {
    const owner = await idOfPart(app, 'monthly')
    await app.sql`
      insert into reveals (owner_id, candidate_id, revealed_at)
      select ${owner}, gen_random_uuid(), now() - n * interval '1 minute'
      from generate_series(1, 30) n`
    await app.sql`
      insert into reveals (owner_id, candidate_id) values
        (${owner}, ${ZENOBIA}), (${await idOfPart(app, 'annual')}, ${IGNATIUS})`
    const page = async (number: number) => {
      const path = `/api/reveals?page=${number}`
      const response = await app.request(path, { as: 'session', headers: cast.monthly })
      return (await response.json()) as { data: object[]; count: number; totalPages: number }
    }
    const first = await page(1)
    expect(first).toMatchObject({ count: 31, totalPages: 2 })
    expect(first.data[0]).toEqual({
      candidate_id: ZENOBIA,
      first_name: 'Zenobia',
      middle_name: 'Quill',
      last_name: 'Featherstonehaugh',
      title: 'Attending Cardiologist',
      revealed_at: expect.any(String),
      is_removed: false,
    })
    expect(first.data[1]).toMatchObject({ first_name: null, is_removed: true })
    expect((await page(2)).data).toHaveLength(6)
    expect((await page(3)).data).toEqual([])
  })

  it('is nothing to a visitor', async () => {
    for (const path of ['/api/exports', '/api/reveals']) {
      const response = await app.request(path, { as: 'session' })
      expect([response.status, await codeOf(response)]).toEqual([401, 'authentication_required'])
    }
  })
})
