import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PAGES } from '../../sync/contract/pages.ts'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { KNOWN_PEOPLE } from '../../tests/support/known-people.ts'
import { createApp } from '../app.ts'
import { session } from '../middleware/session.ts'
import { pageRoutes } from './pages.ts'

const TEMPLATE = `<!doctype html><html><head>
<!-- head --><title>unfilled</title><!-- /head -->
<script nonce="__CSP_NONCE__" src="/assets/main-abc.js"></script></head><body><div id="root"></div></body></html>`

let app: TestApp
let folder: string
let get: (path: string) => Promise<Response>

beforeAll(async () => {
  app = await testApp({ people: 10 })
  folder = await mkdtemp(join(tmpdir(), 'clinidex-pages-'))
  await mkdir(join(folder, 'web/assets'), { recursive: true })
  await mkdir(join(folder, 'previous/assets'), { recursive: true })
  await mkdir(join(folder, 'prerender'))
  await writeFile(join(folder, 'prerender/pages.json'), '{"/about":"<h1>Who we are</h1>"}')
  await writeFile(join(folder, 'web/index.html'), TEMPLATE)
  await writeFile(join(folder, 'web/manifest.webmanifest'), '{}')
  await writeFile(join(folder, 'web/assets/main-abc.js'), 'new')
  await writeFile(join(folder, 'previous/assets/main-old.js'), 'old')
  const pages = createApp(app.parts, session(), pageRoutes(join(folder, 'web')))
  get = async (path) => pages.request(path)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

it.each(Object.keys(PAGES))('%s is a page with a head of its own', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain(`<title>${PAGES[path]?.title}`)
  expect(html).not.toContain('unfilled')
})

it('NAV-25 the head describes 300,000+ professionals and declares a share image of 1200x630', async () => {
  const html = await (await get('/')).text()
  expect(html).toMatch(/name="description" content="[^"]*300,000\+[^"]*professionals/)
  expect(html).toContain('property="og:image:width" content="1200"')
  expect(html).toContain('property="og:image:height" content="630"')
})

it('NAV-04 an unknown address is the document with status 404', async () => {
  const response = await get('/no/such/page')
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('<title>Page Not Found')
})

it('a public page comes with its body, another is filled by the app', async () => {
  expect(await (await get('/about')).text()).toContain('<div id="root"><h1>Who we are</h1></div>')
  expect(await (await get('/search')).text()).toContain('<div id="root"></div>')
})

it('NAV-03 /directory leads to /search', async () => {
  const response = await get('/directory')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/search'])
})

it('PROFILE-07 a profile is found or not by its status, and never indexed or named', async () => {
  const known = await get(`/physician/${KNOWN_PEOPLE[0]?.id}`)
  expect(known.status).toBe(200)
  const html = await known.text()
  expect(html).toContain('content="noindex"')
  expect(html).not.toContain('Zenobia')
  expect((await get('/physicians/ffffffff-ffff-4fff-8fff-ffffffffffff')).status).toBe(404)
  expect((await get('/physician/42')).status).toBe(404)
  expect((await get('/physician/%00')).status).toBe(404)
})

it('each document has a policy whose nonce is its own', async () => {
  const nonces = await Promise.all(
    ['/', '/search'].map(async (path) => {
      const response = await get(path)
      const policy = response.headers.get('content-security-policy') ?? ''
      const [, nonce] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
      expect(await response.text()).toContain(`nonce="${nonce}"`)
      expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
      return nonce
    }),
  )
  expect(nonces[0]).not.toBe(nonces[1])
})

it('hashed assets are immutable, those of the previous build still there, a missing one is a 404', async () => {
  const asset = await get('/assets/main-abc.js')
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect(await (await get('/assets/main-old.js')).text()).toBe('old')
  const missing = await get('/assets/main-gone.js')
  expect(missing.status).toBe(404)
  expect(missing.headers.get('content-type')).not.toContain('html')
})

it('what is not hashed is asked for anew', async () => {
  expect((await get('/manifest.webmanifest')).headers.get('cache-control')).toBe('no-cache')
  expect((await get('/index.html')).status).toBe(302)
})

it('tells browsers to keep to HTTPS in production, and only there', async () => {
  const env = { ...app.parts.env, NODE_ENV: 'production' as const }
  const production = createApp({ ...app.parts, env }, session())
  const hsts = async (asked: ReturnType<typeof createApp>) =>
    (await asked.request('/healthz')).headers.get('Strict-Transport-Security')
  expect(await hsts(production)).toBe('max-age=31536000')
  expect(await hsts(createApp(app.parts, session()))).toBeNull()
})
