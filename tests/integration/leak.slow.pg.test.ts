import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PAGES } from '#api/contract/pages.ts'
import { pageRoutes } from '#api/routes/pages.ts'
import { evaluateWatches } from '#api/services/watches/evaluate-watches.ts'
import { notifyWatchers } from '#api/services/watches/notify-watchers.ts'
import { SORT_KEYS } from '#db/schema/vocabulary.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { QUERIES } from '#sync/contract/queries.ts'
import { shapesOf } from '#sync/contract/shapes.ts'
import { CONTRACT_HEADER, USER_HEADER } from '#sync/contract/wire.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { CAST, CAST_ENV, castOf, emailOfPart, idOfPart, type Part } from '#tests/support/cast.ts'
import { mailTo } from '#tests/support/cookie-jar.ts'
import { keepFor, wireMutation } from '#tests/support/push.ts'
import { PATIENCE } from '#tests/support/soon.ts'
import { teamOf } from '#tests/support/teams.ts'
import { AUTH_ROUTES } from './permissions/auth-routes.ts'
import { askedBy } from './permissions/outcomes.ts'
import { ROUTES, requestsOf } from './permissions/routes.ts'

/**
 * Replaces every contact in the directory by a unique canary. Then sends every request as every kind of
 * user: canaries may appear only in answers of reveal and export, to accounts with the permission.
 */
const CANARY_DOMAIN = 'canary-nest.example'
const CANARY = /canary-nest|555-0199-\d|55501990/i
/** The three encodings of the domain in base64, by its offset. */
const IN_BASE64 = ['', 'a', 'aa'].map((before) =>
  Buffer.from(before + CANARY_DOMAIN)
    .toString('base64')
    .slice(before.length ? 4 : 0, -4),
)
const leaks = (text: string) => CANARY.test(text) || IN_BASE64.some((form) => text.includes(form))

/** The only routes that return contacts. */
const GIVERS = ['POST /api/reveals', 'POST /api/candidates/:id/contact', 'POST /api/export']

const REQUESTS = [...requestsOf(ROUTES), ...requestsOf(AUTH_ROUTES, '/api/auth')]

const log: string[] = []
let app: TestApp
let cast: Awaited<ReturnType<typeof castOf>>
const LIST = '00000000-0000-4000-8000-00000000cafe'
/** Account ids. */
const ids = {} as Record<Part, string>
let people: { id: string; last_name: string; value: string }[]
let build: string

beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'clinidex-build-'))
  await writeFile(
    join(build, 'index.html'),
    '<html><head><!-- head --><!-- /head --></head><body><div id="root"></div></body></html>',
  )
  app = await testApp({
    env: CAST_ENV,
    people: 80,
    pages: pageRoutes(build),
    hasShapes: true,
    log: pino({ level: 'trace' }, { write: (line) => log.push(line) }),
  })
  cast = await castOf(app)
  // Watched from before the change: how people were is kept until the watches are evaluated.
  for (const part of CAST) {
    if (part === 'visitor') continue
    const owner_id = await idOfPart(app, part)
    const at = { created_at: new Date(), updated_at: new Date() }
    await app.sql`
      insert into saved_searches ${app.sql({ id: LIST, owner_id, name: 'Watched', search_params: { v: 2, country: 'United States' }, ...at })}`
    await app.sql`
      insert into watches ${app.sql({ owner_id, search_owner: owner_id, search_id: LIST, cadence: 'daily', ...at, read_at: new Date(0) })}`
  }
  await app.sql`
    update candidate_contacts set value = case
      when kind like '%email' then 'c' || substr(md5(candidate_id || kind), 1, 12)
        || ${`@${CANARY_DOMAIN}`}
      else '555-0199-' || abs(hashtext(candidate_id || kind)) end`
  // Touches every person, so that the search index reads the new contacts.
  await app.sql`update candidates set organization = 'Canary Hospital'`
  people = await app.sql`
    select c.id, c.last_name, k.value from candidates c
    join candidate_contacts k on k.candidate_id = c.id and k.kind like '%email'
    order by c.id limit 12`
  for (const part of CAST) {
    ids[part] = part === 'visitor' ? 'nobody' : await idOfPart(app, part)
    if (part === 'visitor') continue
    await app.sql`
      insert into lists (id, owner_id, name, created_at, updated_at)
      values (${LIST}, ${ids[part]}, 'Canaries', now(), now())`
    await app.sql`
      insert into list_members (list_id, candidate_id, owner_id, added_at)
      select ${LIST}, id, ${ids[part]}, now() from candidates`
    await app.sql`
      insert into saved_candidates (owner_id, candidate_id, starred, created_at, updated_at)
      select ${ids[part]}, id, true, now(), now() from candidates`
  }
  const isIndexed = async () => (await count({ organization: ['Canary Hospital'] })) > 50
  await vi.waitUntil(isIndexed, PATIENCE)
})
afterAll(async () => {
  await app.close()
  await rm(build, { recursive: true })
})

let networks = 0
async function ask(
  part: Part,
  route: string,
  asked?: unknown,
  askedHeaders?: Record<string, string>,
): Promise<string> {
  const [method = '', path = ''] = route.split(' ')
  const id = ids[part]
  const headers = { ...cast[part], ...askedBy(id, askedHeaders) }
  const json = askedBy(id, asked)
  const network = `2001:db8:0:${(++networks).toString(16)}::1`
  const response = await app.request(path, { as: 'session', method, json, headers, network })
  const sent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return `${response.status}\n${sent}\n\n${await response.text()}`
}

async function count(filters: object): Promise<number> {
  const answer = await ask('admin', 'POST /api/search', { filters })
  return (JSON.parse(answer.split('\n\n')[1] ?? '') as { count: number }).count
}

it('the canaries are there to be found', async () => {
  const [somebody] = people
  expect(leaks(Buffer.from(`x${CANARY_DOMAIN}yz`).toString('base64'))).toBe(true)
  expect(leaks(await ask('monthly', `POST /api/candidates/${somebody?.id}/contact`))).toBe(true)
  const wish = { candidateIds: people.map(({ id }) => id), format: 'csv', source: 'search' }
  expect(leaks(await ask('annual', 'POST /api/export', wish))).toBe(true)
})

it.each(CAST)(
  'REVEAL-01 GATE-03 no route but reveal and export gives a contact to %s',
  async (part) => {
    const { demo } = cast
    for (const { route, method, path, json, headers } of REQUESTS) {
      if (GIVERS.includes(route)) continue
      // The request before may have ended the session.
      if (part !== 'visitor') cast[part] = await app.asUser(emailOfPart(part))
      expect(leaks(await ask(part, `${method} ${path}`, json, headers)), route).toBe(false)
    }
    // Each session of the shared account is of another guest: this one owns the lists.
    cast.demo = demo
  },
)

it.each(CAST.filter((part) => part !== 'visitor'))(
  'REVEAL-01 no shape and no query gives a contact of the people in their lists to %s',
  async (part) => {
    for (const name of shapesOf('account')) {
      const replica = { [USER_HEADER]: ids[part], [CONTRACT_HEADER]: String(CONTRACT_VERSION) }
      const answer = await ask(part, `GET /api/shapes/${name}?offset=-1`, undefined, replica)
      expect(answer, name).toMatch(/^200/)
      expect(leaks(answer), name).toBe(false)
      if (name === 'list_members') expect(answer).toContain('Canary Hospital')
    }
    for (const name of Object.keys(QUERIES)) {
      const person = { list_id: LIST, candidate_id: people[0]?.id }
      const list = { owner_id: ids[part], id: LIST }
      const id = people[0]?.id
      const args = {
        ...{ ...list, ...person, candidate_ids: [id], ids: [id], one: list, other: list },
        ...{ by: ids[part], today: '2026-01-01', until: '2999-12-31' },
        ...{ begun_at: new Date(0).toISOString(), cooldown_from: new Date(0).toISOString() },
      }
      const json = { version: CONTRACT_VERSION, user_id: ids[part], args }
      const answer = await ask(part, `POST /api/queries/${name}`, json)
      expect(answer, name).toMatch(/^200/)
      expect(leaks(answer), name).toBe(false)
    }
  },
)

it.each(CAST)('REVEAL-01 no search, profile or list of ids gives a contact to %s', async (part) => {
  const bodies = [
    { facets: true },
    { filters: { organization: ['Canary Hospital'] }, facets: true, limit: 100 },
    { filters: { query: 'canary' }, page: 2, limit: 25 },
    { selectAll: true, limit: 500 },
    { news: { search_id: LIST }, limit: 100 },
    ...people.slice(0, 3).map(({ last_name }) => ({ filters: { query: last_name } })),
    ...SORT_KEYS.map((sortKey) => ({ sortKey, sortDirection: 'desc', limit: 100 })),
    { filters: 'broken' },
  ]
  for (const body of bodies) {
    expect(leaks(await ask(part, 'POST /api/search', body)), JSON.stringify(body)).toBe(false)
  }
  for (const { id } of people) {
    expect(leaks(await ask(part, `GET /api/candidates/${id}`))).toBe(false)
    expect(leaks(await ask(part, `GET /api/candidates/${id}/contact`))).toBe(false)
  }
})

it.each(CAST)(
  'REVEAL-01 GATE-03 no suggestion, count or help gives a contact to %s',
  async (part) => {
    const typed = people.flatMap(({ last_name, value }) => [
      last_name,
      value,
      value.slice(0, 5),
      'ca',
    ])
    for (const text of typed) {
      const suggested = await ask(part, 'POST /api/search/suggest', { text })
      expect(suggested, text).toMatch(/^200/)
      expect(leaks(suggested), text).toBe(false)
      const filters = { query: text, state: ['TX'], hasContact: ['mobile'] }
      for (const route of ['POST /api/search/preview', 'POST /api/search/help']) {
        // Readings repeat the typed text, and may hold no other contact.
        const answer = (await ask(part, route, { filters })).replaceAll(text, '')
        expect(leaks(answer), `${route} ${text}`).toBe(false)
      }
    }
  },
)

it.each(['visitor', 'free'] as const)(
  'GATE-03 no suggestion or count names a person to %s',
  async (part) => {
    for (const { id, last_name } of people) {
      const beginning = last_name.slice(0, 3)
      const suggested = await ask(part, 'POST /api/search/suggest', { text: beginning })
      expect(suggested).toContain('"people":[]')
      const wish = { filters: { query: beginning } }
      const answers = [suggested, await ask(part, 'POST /api/search/preview', wish)]
      for (const answer of answers) expect(answer).not.toContain(id)
    }
  },
)

it.each(CAST)('REVEAL-01 GATE-03 no page gives a contact to %s', async (part) => {
  const profiles = people.flatMap(({ id }) => [`/physician/${id}`, `/physicians/${id}`])
  await ask('visitor', 'POST /api/auth/request-password-reset', { email: emailOfPart('monthly') })
  const mails = await vi.waitUntil(async () => {
    const links = (await ask(part, 'GET /dev/mail')).matchAll(/\/dev\/mail\/[\w.-]+/g)
    const paths = [...links].map(([path]) => path)
    return paths.length > 0 && paths
  }, PATIENCE)
  const pages = [...Object.keys(PAGES), ...profiles, '/shell', '/no/such/page', '/dev/mail']
  for (const path of [...pages, ...mails, ...mails.map((mail) => `${mail}/html`)]) {
    const page = await ask(part, `GET ${path}`)
    expect(page, path).toMatch(/^(200|404)\n[\s\S]*<title>/)
    expect(leaks(page), path).toBe(false)
  }
})

it('REVEAL-01 a search for a contact finds nobody, so none can be guessed by searching', async () => {
  for (const { value } of people) {
    const [name = ''] = value.split('@')
    for (const query of [value, name, name.slice(0, 8), 'canary-nest']) {
      expect(await count({ query }), query).toBe(0)
    }
  }
})

it.each(['visitor', 'free', 'demo'] as const)(
  'REVEAL-04 PLAN-33 reveal and export give no contact to %s, whatever they send along',
  async (part) => {
    for (const { id } of people) {
      for (const json of [{}, { tier: 'premium', subscribed: true }]) {
        expect(leaks(await ask(part, `POST /api/candidates/${id}/contact`, json))).toBe(false)
      }
    }
    for (const format of ['csv', 'xlsx', 'pdf']) {
      const json = { candidateIds: people.map(({ id }) => id), format, source: 'search' }
      expect(leaks(await ask(part, 'POST /api/export', json))).toBe(false)
    }
  },
)

it('GATE-07 an export gives no contact to a subscriber of another tier', async () => {
  const json = { candidateIds: people.map(({ id }) => id), format: 'csv', source: 'list' }
  expect(leaks(await ask('enterprise', 'POST /api/export', json))).toBe(false)
})

it('what is kept of watched people, and what is told of them, holds no contact', async () => {
  const [noted] = await app.sql`select count(*)::integer as people from candidate_changes`
  expect(noted?.people).toBeGreaterThan(50)
  const kept = await app.sql<{ text: string }[]>`select c::text as text from candidate_changes c`
  expect(kept.filter(({ text }) => leaks(text))).toEqual([])
  await app.sql`update candidates set state = 'TX' where id = ${people[0]?.id ?? ''}`
  await app.sql`update candidates set city = 'Elsewhere' where city is not null`
  await evaluateWatches(app.parts)
  await notifyWatchers(app.parts, new Date(Date.UTC(2031, 0, 1, 12)))
  const answer = await ask('annual', 'POST /api/search', { news: { search_id: LIST }, limit: 100 })
  expect(answer).toContain('"name":"Watched"')
  expect(answer).toContain('Elsewhere')
  expect(leaks(answer)).toBe(false)
  await mailTo(app, emailOfPart('annual'), /What is new/)
})

/** The tables with rows of a recruiter's day. */
const WORKED_IN = [
  'activities',
  'call_claims',
  'contact_reports',
  'do_not_contact',
  'push_subscriptions',
  'watch_mails',
  'watch_news',
  'watches',
]

/** Works with a person as an account that revealed the contacts does; a card is kept of them. */
async function workWith(account: string, candidate_id: string): Promise<void> {
  const call_id = crypto.randomUUID()
  const next_on = `${new Date().getUTCFullYear() + 1}-01-02`
  const ids = { id: crypto.randomUUID(), candidate_id }
  await keepFor(
    app,
    account,
    wireMutation('activities.add', { ...ids, kind: 'note', words: 'Calls back', next_on }),
    wireMutation('people.stop', { ...ids, id: call_id, reason: 'Asked us to stop' }),
  )
  const team_id = await teamOf(app.sql, { id: account })
  await app.sql`
    insert into call_claims (team_id, candidate_id, member_id, call_id, until)
    select ${team_id}, ${candidate_id}, id, ${call_id}, now() from team_members
    where team_id = ${team_id}`
}

it('what is kept of reveals, exports and calls holds no contact, in any table', async () => {
  for (const { id } of people) await ask('annual', `POST /api/candidates/${id}/contact`)
  await workWith(ids.annual, people[0]?.id ?? '')
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  const subscription = { endpoint: 'https://fcm.googleapis.com/a', keys }
  expect(await ask('annual', 'POST /api/push', subscription)).toMatch(/^204/)
  await app.sql`
    insert into contact_reports (owner_id, candidate_id, kind, value_id, reason, state, created_at)
    select r.owner_id, k.candidate_id, k.kind, k.value_id, 'left', 'received', now()
    from reveals r join candidate_contacts k using (candidate_id) on conflict do nothing`
  for (const name of WORKED_IN) {
    expect(await app.sql`select 1 from ${app.sql(name)} limit 1`, name).toHaveLength(1)
  }
  // A search of a second and longer is logged with its words; on a busy machine that is one of this test's.
  await app.sql`delete from search_error_logs where error_code = 'slow'`
  const tables = await app.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'candidate_contacts'`
  for (const { name } of tables) {
    const rows = await app.sql<{ text: string }[]>`select t::text as text from ${app.sql(name)} t`
    expect(
      rows.filter(({ text }) => leaks(text)),
      name,
    ).toEqual([])
  }
  expect(await app.sql`select 1 from reveals`).not.toEqual([])
  for (const path of ['/api/reveals', '/api/exports', '/api/account/data']) {
    expect(leaks(await ask('annual', `GET ${path}`)), path).toBe(false)
  }
})

it('a fault in the middle of a reveal tells no contact, neither to the caller nor to the log', async () => {
  await app.sql`delete from reveals`
  // The trace is the reveal's last step: the contacts have been read by then.
  await app.sql`alter table audit_log rename to audit_log_away`
  const answer = await ask('annual', `POST /api/candidates/${people[0]?.id}/contact`)
  await app.sql`alter table audit_log_away rename to audit_log`
  expect(answer).toMatch(/^500/)
  expect(leaks(answer)).toBe(false)
  expect(await app.sql`select 1 from reveals`).toEqual([])
  expect(log.join('')).toContain('audit_log')
})

it('the log and the mails hold no contact, no address and nobody looked for', async () => {
  await ask('visitor', 'POST /api/auth/sign-up/email', {
    name: 'A Name',
    email: 'newcomer@clinidex.test',
    password: 'a long password',
  })
  await ask('visitor', 'POST /api/auth/request-password-reset', { email: emailOfPart('monthly') })
  await mailTo(app, 'newcomer@clinidex.test', /./)
  await mailTo(app, emailOfPart('monthly'), /password/)
  const folder = join(app.parts.env.DATA_DIR, 'mail')
  const mails = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  )
  expect(mails.filter(leaks)).toEqual([])
  expect(log.length).toBeGreaterThan(500)
  expect(log.filter(leaks)).toEqual([])
  const personal = [...people.map(({ id }) => id), ...CAST.map(emailOfPart), 'newcomer@']
  expect(log.filter((line) => personal.some((text) => line.includes(text)))).toEqual([])
})
