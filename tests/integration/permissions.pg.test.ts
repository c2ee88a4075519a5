import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#api/app.ts'
import { session } from '#api/middleware/session.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { CAST, CAST_ENV, castOf, emailOfPart, idOfPart, type Part } from '#tests/support/cast.ts'
import { AUTH_ROUTES } from './permissions/auth-routes.ts'
import { askedBy, type Row } from './permissions/outcomes.ts'
import { ROUTES, requestsOf } from './permissions/routes.ts'

/** Redirects for browsers and routes of the library itself; the document does not list itself. */
const UNDOCUMENTED = [
  'GET /api/openapi.json',
  'GET /api/docs',
  'POST /api/auth/get-session',
  'GET /api/auth/ok',
  'GET /api/auth/error',
  'GET /api/auth/callback/:id',
  'POST /api/auth/callback/:id',
]

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: CAST_ENV, people: 50, hasShapes: true })
  await castOf(app)
})
afterAll(() => app.close())

let networks = 0
/** Sends a request with its own session, which it may end, from its own network. */
async function requestAs(
  part: Part,
  method: string,
  path: string,
  row: Pick<Row, 'json' | 'headers'>,
) {
  const session = part === 'visitor' ? {} : await app.asUser(emailOfPart(part))
  const id = part === 'visitor' ? 'nobody' : await idOfPart(app, part)
  const headers = { ...session, ...askedBy(id, row.headers) }
  const json = askedBy(id, row.json)
  const network = `2001:db8:0:${(++networks).toString(16)}::1`
  const response = await app.request(path, { as: 'session', method, json, headers, network })
  const text = await response.text()
  const code = /^\{"error":\{"code":"(\w+)"/.exec(text)?.[1]
  return { outcome: [response.status, code].filter(Boolean).join(' '), text }
}

const outcomes = async (method: string, path: string, row: Pick<Row, 'json' | 'headers'>) => {
  const entries = []
  for (const part of CAST) {
    entries.push([part, (await requestAs(part, method, path, row)).outcome])
  }
  return Object.fromEntries(entries) as Row['outcome']
}

describe('GATE-05 GATE-06 GATE-07 GATE-08 GATE-10 SELECT-08 DEMO-05 DEMO-18 every account gets what it may', () => {
  it.each(requestsOf(ROUTES))('$title', async ({ method, path, outcome, ...row }) => {
    expect(await outcomes(method, path, row)).toEqual(outcome)
  })
})

describe('every account gets what it may of the authentication library', () => {
  it.each(requestsOf(AUTH_ROUTES, '/api/auth'))(
    '$title',
    async ({ method, path, outcome, ...row }) => {
      expect(await outcomes(method, path, row)).toEqual(outcome)
    },
  )
})

it('every route has its row here', () => {
  const mounted = createApp(app.parts, session())
    .routes.filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !route.endsWith(' /api/auth/*'))
  expect(Object.keys(ROUTES).sort()).toEqual([...new Set(mounted)].sort())
})

it('every route of the authentication library has its row here', () => {
  // The library's types leave out the properties of its endpoints.
  const endpoints = Object.values(app.parts.auth.api) as unknown as {
    path?: string
    options: { method: string | string[] }
  }[]
  const routes = endpoints.flatMap(({ path, options }) =>
    path === undefined ? [] : [options.method].flat().map((method) => `${method} ${path}`),
  )
  expect(Object.keys(AUTH_ROUTES).sort()).toEqual(routes.sort())
})

it('the API document names every route that is open, and no other', async () => {
  const response = await app.request('/api/openapi.json')
  const { paths } = (await response.json()) as { paths: Record<string, object> }
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map(
      (method) => `${method.toUpperCase()} /api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  const isOpen = ([, rows]: [string, Row[]]) =>
    rows.some(({ outcome }) => !outcome.admin.startsWith('404'))
  const authRoutes = Object.entries(AUTH_ROUTES)
    .filter(isOpen)
    .map(([route]) => route.replace(' ', ' /api/auth'))
  const all = [...Object.keys(ROUTES), ...authRoutes]
  expect(documented.sort()).toEqual(all.filter((route) => !UNDOCUMENTED.includes(route)).sort())
})

it('REVEAL-04 GATE-10 a refusal does not tell whether what is asked for exists', async () => {
  const nobody = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
  const asked: [known: string, unknown: string, json: (id: string) => unknown, path: string][] = [
    [knownId(), nobody, () => ({}), '/api/candidates/ID/contact'],
    [
      knownId(),
      nobody,
      (id) => ({ candidateIds: [id], format: 'csv', source: 'search' }),
      '/api/export',
    ],
    [
      await idOfPart(app, 'monthly'),
      'nobody',
      (userId) => ({ userId, featureType: null }),
      '/api/admin/grants/revoke',
    ],
  ]
  for (const [known, unknown, json, path] of asked) {
    const answers = await Promise.all(
      [known, unknown].map((id) =>
        requestAs('free', 'POST', path.replace('ID', id), { json: json(id) }),
      ),
    )
    expect(answers[0]?.outcome).toMatch(/^403 /)
    expect(answers[0]).toEqual(answers[1])
  }
})

function knownId(): string {
  const [row] = ROUTES['GET /api/candidates/:id'] ?? []
  return row?.path?.split('/').at(-1) ?? ''
}
