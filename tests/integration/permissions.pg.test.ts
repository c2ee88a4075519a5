import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../sync/contract/permissions.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { KNOWN_PEOPLE } from '../support/known-people.ts'

const SOMEBODY = KNOWN_PEOPLE[0]?.id
const EVERYBODY: Role[] = ['visitor', 'free', 'demo', 'subscriber', 'admin']
const SEARCHERS: Role[] = ['demo', 'subscriber', 'admin']
const PAYING: Role[] = ['subscriber', 'admin']

/** Every route of the API, a request that would succeed, and who may make it. */
const ROUTES: Record<string, { path: string; json?: unknown; allowed: Role[] }[]> = {
  'post /search': [
    { path: '/api/search', json: {}, allowed: SEARCHERS },
    { path: '/api/search', json: { selectAll: true, limit: 500 }, allowed: PAYING },
  ],
  'get /specialties/counts': [{ path: '/api/specialties/counts', allowed: EVERYBODY }],
  'get /specialties/counts/public': [
    { path: '/api/specialties/counts/public', allowed: EVERYBODY },
  ],
  'get /candidates/{id}': [{ path: `/api/candidates/${SOMEBODY}`, allowed: EVERYBODY }],
  'post /candidates/{id}/contact': [
    { path: `/api/candidates/${SOMEBODY}/contact`, json: {}, allowed: PAYING },
  ],
  'post /search-errors': [
    { path: '/api/search-errors', json: { error_type: 'other' }, allowed: EVERYBODY },
  ],
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe.each(Object.entries(ROUTES))('%s', (_route, requests) => {
  const cases = requests.flatMap(({ allowed, ...request }) =>
    EVERYBODY.map((role) => ({ ...request, role, isAllowed: allowed.includes(role) })),
  )
  it.each(cases)('REVEAL-04 GATE-03 answers a $role rightly: $isAllowed', async (row) => {
    const response = await app.request(row.path, { as: row.role, json: row.json })
    if (row.isAllowed) {
      expect(response.status).toBeLessThan(300)
    } else {
      expect(response.status).toBe(403)
      const { error } = (await response.json()) as { error: { code: string } }
      expect(error.code).toMatch(/^(subscription_required|demo_restricted)$/)
    }
  })
})

it('every route of the API has its row here', async () => {
  const document = (await (await app.request('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  )
  expect(routes.sort()).toEqual(Object.keys(ROUTES).sort())
})

it('REVEAL-04 a refusal does not tell whether the person exists', async () => {
  const unknown = '/api/candidates/ffffffff-ffff-4fff-8fff-ffffffffffff/contact'
  const refusals = await Promise.all(
    [`/api/candidates/${SOMEBODY}/contact`, unknown].map(async (path) => {
      const response = await app.request(path, { as: 'free', json: {} })
      return { status: response.status, body: await response.text() }
    }),
  )
  expect(refusals[0]).toEqual(refusals[1])
})
