import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOT_STORABLE } from '#db/schema/storable.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { pushAs, wireMutation } from '#tests/support/push.ts'
import { AUTH_ROUTES } from './permissions/auth-routes.ts'
import { askedBy } from './permissions/outcomes.ts'
import { ROUTES, requestsOf } from './permissions/routes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ hasShapes: true })
})
afterAll(() => app.close())

/** Texts that break careless concatenation. */
const nasty = fc.oneof(
  fc.constantFrom(
    "'",
    '"',
    '\\',
    '%',
    '_',
    '%%%%',
    '&',
    '|',
    '!',
    ':*',
    "'); drop table candidates; --",
    'a & | b',
    '(((',
    '\u0000',
    'x\u0000y',
    '\ud800',
    '\udc00x',
    '\u202e',
    '  ',
    '',
    'null',
    '../../etc/passwd',
    'ﷺ'.repeat(30),
    'é́́́',
    'a'.repeat(10_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const odd = fc.oneof(
  nasty,
  fc.integer(),
  fc.double(),
  fc.constantFrom(-1, 0, 1e9, Number.MAX_SAFE_INTEGER, null, true, [], {}),
)

const filters = fc.dictionary(
  fc.oneof(
    fc.constantFrom('query', 'specialty', 'city', 'state', 'title', 'skills', 'companySize'),
    nasty.filter((key) => key !== '__proto__'),
  ),
  fc.oneof(odd, fc.array(nasty, { maxLength: 60 })),
  { maxKeys: 4 },
)

const searchBody = fc.oneof(
  fc.record(
    {
      filters,
      page: odd,
      limit: odd,
      sortKey: odd,
      sortDirection: odd,
      selectAll: odd,
      facets: odd,
    },
    { requiredKeys: [] },
  ),
  // Valid except for the text itself, so that it reaches the engine.
  fc.record({
    filters: fc.record(
      { query: nasty, title: fc.array(nasty), city: fc.array(nasty), state: fc.array(nasty) },
      { requiredKeys: [] },
    ),
    facets: fc.boolean(),
  }),
  fc.jsonValue(),
)

/** Success, or an error in the wire form; never an internal error. */
async function expectAnswered(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500)
  if (response.status >= 400) {
    const body = (await response.json()) as { error: { code: string; message: string } }
    expect(body.error.code).toMatch(/^[a-z_]+$/)
    expect(body.error.message).not.toBe('')
    if (response.status === 400) expect(body.error.code).toBe('invalid_input')
  }
}

it('POST /api/search answers any body', async () => {
  await fc.assert(
    fc.asyncProperty(searchBody, async (body) => {
      await expectAnswered(await app.request('/api/search', { json: body }))
    }),
    { numRuns: 600 },
  )
})

it('POST /api/search-errors answers any body', async () => {
  const report = fc.record(
    {
      error_type: fc.constantFrom('timeout', 'other', 'nonsense'),
      error_message: odd,
      search_query: nasty,
      search_filters: filters,
      response_time_ms: odd,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(report, fc.jsonValue()), async (body) => {
      await expectAnswered(await app.request('/api/search-errors', { json: body }))
    }),
    { numRuns: 200 },
  )
})

it('addresses with an id answer any id', async () => {
  await fc.assert(
    fc.asyncProperty(nasty, fc.constantFrom('', '/contact'), async (id, tail) => {
      const path = `/api/candidates/${encodeURIComponent(id.toWellFormed())}${tail}`
      await expectAnswered(await app.request(path, tail ? { json: {} } : {}))
    }),
    { numRuns: 200 },
  )
})

it.each([
  ['broken JSON', '{"filters": {'],
  ['nothing', ''],
  ['a lone surrogate in JSON', '{"filters":{"query":"\\ud800"}}'],
  ['a NUL in JSON', '{"filters":{"query":"a\\u0000b"}}'],
  ['an unknown filter', '{"filters":{"shoeSize":["44"]}}'],
  ['a page of -1', '{"page":-1}'],
  ['a page of 10^9', '{"page":1000000000}'],
  ['a query of 10,000 characters', JSON.stringify({ filters: { query: 'q'.repeat(10_000) } })],
  ['a very deep array', '['.repeat(50_000)],
])('POST /api/search refuses %s as invalid input', async (_name, body) => {
  const response = await app.request('/api/search', { body, method: 'POST' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_input' } })
})

it('refuses a body without a JSON content type', async () => {
  const response = await app.request('/api/search', {
    body: '{}',
    headers: { 'Content-Type': 'text/plain' },
  })
  expect(response.status).toBe(400)
})

it('refuses a body over the limit', async () => {
  const response = await app.request('/api/search', { json: { filler: 'x'.repeat(600_000) } })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ error: { code: 'too_large' } })
})

const TEXTS = [
  '\u0000',
  'x\u0000y',
  '\ud800',
  "'); drop table users; --",
  '../../etc/passwd',
  '\u202e',
  '',
  'a'.repeat(10_000),
]
const VALUES = [...TEXTS, null, -1, 1e300, true, [], {}, ['\u0000'], { a: '\u0000' }]
const PARAMS = [...TEXTS.map((text) => encodeURIComponent(text.toWellFormed())), '%00', '%ff', '%']

/**
 * The body once for each text in it, and for a key of each object, replaced by a text that cannot be
 * stored.
 */
function withNul(json: unknown): unknown[] {
  if (typeof json === 'string') return ['x\u0000y']
  if (typeof json !== 'object' || json === null) return []
  const within = Object.entries(json).flatMap(([key, part]) =>
    withNul(part).map((changed) =>
      Array.isArray(json)
        ? json.map((item, index) => (String(index) === key ? changed : item))
        : { ...json, [key]: changed },
    ),
  )
  return Array.isArray(json) ? within : [...within, { ...json, 'x\u0000y': 'z' }]
}

/** Bodies that the library reads, where the table's own requests have empty ones. */
const AUTH_BODIES: Record<string, Record<string, unknown>> = {
  'POST /sign-up/email': { email: 'E', password: 'long enough', name: 'N', source: 'S' },
  'POST /sign-in/email': { email: 'E', password: 'long enough', callbackURL: '/search' },
  'POST /send-verification-email': { email: 'E', callbackURL: '/search' },
  'POST /request-password-reset': { email: 'E', redirectTo: '/reset-password' },
  'POST /reset-password': { newPassword: 'long enough', token: 'T' },
}

let subscribers = 0
/** A session, plan and network of its own for each request: none ends or limits the next. */
async function asSubscriber(
  method: string,
  path: string,
  sent?: unknown,
  sentHeaders?: Record<string, string>,
): Promise<number> {
  const email = `subscriber.${++subscribers}@hospital.test`
  const session = await app.asUser(email)
  const [plan] = await app.sql<{ user_id: string }[]>`
    insert into entitlements (user_id, tier, status)
    select id, 'premium', 'active' from users where email = ${email} returning user_id`
  const id = plan?.user_id ?? ''
  const headers = { ...session, ...askedBy(id, sentHeaders) }
  const network = `2001:db8:${subscribers.toString(16)}::1`
  const options = { as: 'session', method, json: askedBy(id, sent), headers, network } as const
  return (await app.request(path, options)).status
}

describe('every route answers hostile values as a subscriber', () => {
  it.each([...requestsOf(ROUTES), ...requestsOf(AUTH_ROUTES, '/api/auth')])(
    '$title',
    async ({ route, method, path, json, headers }) => {
      const body = { ...(json as object | undefined), ...AUTH_BODIES[route] }
      const failed: unknown[] = []
      const ask = async (at: string, sent?: unknown) => {
        const status = await asSubscriber(method, at, sent, headers)
        if (status >= 500) failed.push({ status, at, sent })
      }
      if (method !== 'GET') {
        await Promise.all([...VALUES, ...withNul(json)].map((value) => ask(path, value)))
        for (const key of Object.keys(body)) {
          await Promise.all(
            VALUES.map((value, index) => {
              // A new address, so that a sign-up gets as far as possible.
              const email = 'email' in body ? { email: `new.${key}.${index}@hospital.test` } : {}
              return ask(path, { ...body, ...email, [key]: value })
            }),
          )
        }
      }
      const below = path.startsWith('/api/auth') ? '/api/auth' : ''
      const template = below + (route.split(' ')[1] ?? '')
      await Promise.all(
        PARAMS.map((param) => {
          const at = template.includes(':') ? template.replace(/:\w+/, param) : path
          const sent = method === 'GET' ? undefined : body
          return ask(`${at}?token=${param}&callbackURL=/search&page=${param}&cursor=${param}`, sent)
        }),
      )
      expect(failed).toEqual([])
    },
  )
})

const ID = '00000000-0000-4000-8000-000000000001'
const TIMES = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
const TEMPLATE = { name: 'N', subject: 'S', body: 'B' }

/** Each mutation, with every text it takes. */
const CHANGES: { [N in MutationName]: MutationArgs<N> } = {
  'lists.create': { id: ID, name: 'N', description: 'D', candidate_ids: [ID] },
  'lists.combine': { id: ID, name: 'N', description: 'D', how: 'union', of: [{ id: ID }] },
  'lists.rename': { id: ID, name: 'N', previous: 'P' },
  'lists.describe': { id: ID, description: 'D', previous: 'P' },
  'lists.delete': { id: ID },
  'lists.restore': { id: ID },
  'lists.move': { id: ID, to: ID },
  'members.add': { list_id: ID, candidate_ids: [ID] },
  'members.remove': { list_id: ID, candidate_ids: [ID] },
  'members.restore': { list_id: ID, candidate_ids: [ID] },
  'members.stage': { activity_id: ID, list_id: ID, candidate_id: ID, stage: 'offered' },
  'members.stage_many': {
    list_id: ID,
    people: [{ candidate_id: ID, activity_id: ID, previous: null, undoes: ID }],
    stage: 'offered',
  },
  'members.assign_many': {
    owner: ID,
    list_id: ID,
    people: [{ candidate_id: ID, activity_id: ID, previous: 'P', undoes: ID }],
    assignee: 'A',
  },
  'members.assign': {
    owner: ID,
    activity_id: ID,
    list_id: ID,
    candidate_id: ID,
    assignee: 'A',
    previous: 'P',
  },
  'candidates.star': { candidate_id: ID, starred: true },
  'candidates.note': { candidate_id: ID, note: 'N', previous: 'P' },
  'activities.add': { id: ID, candidate_id: ID, list_id: ID, kind: 'note', words: 'W' },
  'activities.complete': { id: ID, outcome: 'talked', words: 'W' },
  'activities.reopen': { id: ID, outcome: 'talked' },
  'activities.redact': { id: ID },
  'people.stop': { id: ID, candidate_id: ID, reason: 'R' },
  'people.resume': { id: ID, candidate_id: ID, mark_id: ID },
  'contacts.report': { candidate_id: ID, kind: 'phone', value_id: 1, reason: 'left' },
  'contacts.withdraw': { candidate_id: ID, kind: 'phone', value_id: 1 },
  'searches.create': { id: ID, name: 'N', search_params: { query: 'Q', more: { deep: ['T'] } } },
  'searches.rename': { id: ID, name: 'N', previous: 'P' },
  'searches.delete': { id: ID },
  'watches.set': { search_id: ID, cadence: 'daily' },
  'watches.read': { search_id: ID, through: '2026-08-04T00:00:00.000Z' },
  'templates.create': {
    ...TEMPLATE,
    id: ID,
    tone: 'formal',
    length: 'short',
    position_type: 'contract',
  },
  'templates.update': {
    id: ID,
    changes: { ...TEMPLATE, tone: 'formal', length: 'short', position_type: 'contract' },
    previous: TEMPLATE,
  },
  'templates.delete': { id: ID, previous: TEMPLATE },
  'rows.bring_in': {
    table: 'lists',
    rows: [{ id: ID, name: 'N', description: 'D', ...TIMES, deleted_at: null }],
  },
  'settings.set': { key: 'theme', value: 'dark' },
}

it.each(Object.keys(CHANGES) as MutationName[])(
  'a text in %s that cannot be stored is told to its author, and what is behind it is done',
  async (name) => {
    const hostile = withNul(CHANGES[name]).map((args) => ({
      ...wireMutation(name, {} as never),
      args,
    }))
    const theme = wireMutation('settings.set', { key: 'theme', value: 'dark' })
    // Twice: the stored result is answered again.
    for (const _ of [1, 2]) {
      const results = await pushAs(app, 'subscriber', ...hostile, theme)
      const told = results.slice(0, -1).map(({ id: _, ...result }) => result)
      const refusal = {
        status: 'rejected',
        code: 'invalid_input',
        message: NOT_STORABLE,
      }
      expect(told).toEqual(hostile.map(() => refusal))
      expect(results.at(-1)?.status).toBe('applied')
    }
  },
)

it('a list is not searched for a text that cannot be stored', async () => {
  for (const text of ['x\u0000y', '\ud800']) {
    const args = { owner_id: 'subscriber', list_id: ID, text }
    const json = { version: CONTRACT_VERSION, user_id: 'subscriber', args }
    const response = await app.request('/api/queries/lists.members', { json })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { code: 'invalid_input', message: 'text: not valid text' },
    })
  }
})

it('answers a body of authentication nested deeper than the stack', async () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  const options = { as: 'session', body: `{"token":"x","more":${deep}}` } as const
  expect((await app.request('/api/auth/reset-password', options)).status).toBe(400)
})

it('refuses text that cannot be stored as invalid input', async () => {
  for (const bad of ['x\u0000y', '\ud800']) {
    const headers = await app.asUser('profile@hospital.test')
    const signUp = { email: 'nul@hospital.test', password: 'long enough' }
    for (const [path, json] of [
      ['sign-up/email', { ...signUp, name: bad }],
      ['sign-up/email', { ...signUp, source: bad }],
      ['reset-password', { newPassword: 'long enough', token: bad }],
      ['revoke-session', { token: bad }],
    ] as const) {
      const response = await app.request(`/api/auth/${path}`, { as: 'session', headers, json })
      expect([path, response.status]).toEqual([path, 400])
    }
  }
})

it('answers an unknown address in the one form', async () => {
  const response = await app.request('/api/nowhere')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
})
