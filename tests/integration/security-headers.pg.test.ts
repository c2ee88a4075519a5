import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#api/app.ts'
import { PAGES } from '#api/contract/pages.ts'
import { session } from '#api/middleware/session.ts'
import { pageRoutes } from '#api/routes/pages.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { CAST_ENV, castOf, emailOfPart, idOfPart } from '#tests/support/cast.ts'
import { AUTH_ROUTES } from './permissions/auth-routes.ts'
import { askedBy } from './permissions/outcomes.ts'
import { ROUTES, requestsOf } from './permissions/routes.ts'

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(/(^|, )camera=\(\), .*\bgeolocation=\(\)/),
}
const HSTS = 'max-age=31536000'

const TEMPLATE =
  '<html><head><!-- head --><!-- /head --></head><body><div id="root"></div></body></html>'
/** Images that other sites may embed: for link previews and home screens. */
const IMAGES = ['/share.png', '/icon.svg', '/icon-192.png', '/apple-touch-icon.png']
const FILES = ['/manifest.webmanifest', '/service-worker.js', '/assets/main-abc.js']

let app: TestApp
let folder: string
let apps: { isProduction: boolean; hono: ReturnType<typeof createApp> }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-headers-'))
  await mkdir(join(folder, 'web/assets'), { recursive: true })
  await mkdir(join(folder, 'previous/assets'), { recursive: true })
  await writeFile(join(folder, 'web/index.html'), TEMPLATE)
  await writeFile(join(folder, 'previous/assets/main-old.js'), '')
  for (const file of [...IMAGES, ...FILES]) await writeFile(join(folder, 'web', file), '{}')
  app = await testApp({ env: CAST_ENV, people: 30, hasShapes: true })
  await castOf(app)
  const env = { ...app.parts.env, NODE_ENV: 'production' as const }
  apps = [app.parts, { ...app.parts, env }].map((parts) => ({
    isProduction: parts.env.NODE_ENV === 'production',
    hono: createApp(parts, session(), pageRoutes(join(folder, 'web'))),
  }))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** The answers of the API that may be kept, by path. */
const CACHED: Record<string, string> = {
  '/api/specialties/counts': 'private, max-age=300',
  '/api/specialties/counts/public': 'public, max-age=300',
}

/** Requests the app as in development and as in production, and checks the headers of the answer. */
async function headersAreThere(
  path: string,
  init: RequestInit = {},
  resourcePolicy = 'same-origin',
): Promise<number[]> {
  const statuses: number[] = []
  for (const { hono, isProduction } of apps) {
    const response = await hono.request(path, init)
    await response.body?.cancel()
    expect({
      path,
      status: response.status,
      ...Object.fromEntries(response.headers),
    }).toMatchObject({ ...EVERYWHERE, 'cross-origin-resource-policy': resourcePolicy })
    expect(response.headers.get('strict-transport-security')).toBe(isProduction ? HSTS : null)
    if (path.startsWith('/api/')) {
      const caching = (response.ok && CACHED[path]) || 'private, no-store'
      expect(response.headers.get('cache-control'), path).toBe(caching)
    }
    statuses.push(response.status)
  }
  return statuses
}

it('every route answers with them, whatever it answers', async () => {
  const routes = apps.flatMap(({ hono }) => hono.routes)
  const asked = new Set(
    routes.map(({ method, path }) => {
      const example = path
        .replace(/:file\{[^}]*\}/, 'nothing.txt')
        .replace(/:\w+(\{[^}]*\})?/g, 'some-id')
        .replaceAll('*', 'anything')
      return `${method === 'ALL' ? 'GET' : method} ${example}`
    }),
  )
  expect(asked.size).toBeGreaterThan(60)
  for (const request of asked) {
    const [method = '', path = ''] = request.split(' ')
    await headersAreThere(path, { method })
  }
})

describe('what an administrator is answered has them', () => {
  const requests = [...requestsOf(ROUTES), ...requestsOf(AUTH_ROUTES, '/api/auth')]

  it.each(requests)('$title', async ({ method, path, json, headers }) => {
    const admin = await app.asUser(emailOfPart('admin'))
    const id = await idOfPart(app, 'admin')
    await headersAreThere(path, {
      method,
      headers: { ...admin, ...askedBy(id, headers), 'Content-Type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(askedBy(id, json)) }),
    })
  })
})

it('documents and files have them', async () => {
  for (const path of Object.keys(PAGES)) expect(await headersAreThere(path)).toEqual([200, 200])
  for (const path of FILES) expect(await headersAreThere(path)).toEqual([200, 200])
  for (const path of ['/assets/main-old.js', '/robots.txt', '/.well-known/security.txt']) {
    expect(await headersAreThere(path)).toEqual([200, 200])
  }
  expect(await headersAreThere('/no/such/page')).toEqual([404, 404])
  expect(await headersAreThere('/assets/main-gone.js')).toEqual([404, 404])
  expect(await headersAreThere('/about', { method: 'POST' })).toEqual([404, 404])
})

it('pictures may be shown by other sites, which is what they are for', async () => {
  for (const path of IMAGES) {
    expect(await headersAreThere(path, {}, 'cross-origin')).toEqual([200, 200])
  }
})

it('a failure that nobody foresaw has them', async () => {
  const parts = { ...app.parts, search: () => JSON.parse('no JSON') }
  const response = await createApp(parts, session()).request('/readyz')
  expect(response.status).toBe(500)
  expect(Object.fromEntries(response.headers)).toMatchObject(EVERYWHERE)
})

it('the pages of the stand-ins have them', async () => {
  const paths = ['/dev/mail', '/dev/mail/none', '/dev/stripe/styles.css', '/dev/stripe/v1/none']
  for (const path of [...paths, '/dev/stripe/checkout/none', '/dev/stripe/portal/none']) {
    await headersAreThere(path)
  }
})
