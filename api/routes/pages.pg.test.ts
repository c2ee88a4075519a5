import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '#api/app.ts'
import { LIST_DOCUMENT, PAGES, PROFILE_DOCUMENT } from '#api/contract/pages.ts'
import type { SiteValues } from '#api/contract/site.ts'
import { session } from '#api/middleware/session.ts'
import { SITE_POLL_MS } from '#api/services/site/live-settings.ts'
import { anotherProcess } from '#tests/support/another-process.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { PATIENCE } from '#tests/support/soon.ts'
import { pageRoutes } from './pages.ts'

const TEMPLATE = `<!doctype html><html><head>
<!-- head --><title>unfilled</title><!-- /head -->
<script nonce="__CSP_NONCE__" src="/assets/main-abc.js"></script></head><body><div id="root"></div></body></html>`

const BODIES = {
  [LIST_DOCUMENT]: { plain: '<p>A list</p>', withLogo: '' },
  '/lists': { plain: '<h1>My Lists</h1>', withLogo: '' },
  [PROFILE_DOCUMENT]: { plain: '<p>A profile</p>', withLogo: '' },
  '/about': { plain: '<h1>Who we are</h1>', withLogo: '<h1>Who we are</h1>' },
  '/': {
    plain: '<svg></svg><dd>{{figure_contacts}}</dd><dd>{{figure_rating}}</dd>',
    withLogo:
      '<link rel="preload" as="image" href="{{site_logo_url}}"/><img src="{{site_logo_url}}"/><dd>{{figure_contacts}}</dd><dd>{{figure_rating}}</dd>',
  },
}

let app: TestApp
let folder: string
let get: (path: string, userAgent?: string) => Promise<Response>

beforeAll(async () => {
  app = await testApp({ people: 10 })
  folder = await mkdtemp(join(tmpdir(), 'clinidex-pages-'))
  await mkdir(join(folder, 'web/assets'), { recursive: true })
  await mkdir(join(folder, 'previous/assets'), { recursive: true })
  await mkdir(join(folder, 'prerender'))
  await writeFile(join(folder, 'prerender/pages.json'), JSON.stringify(BODIES))
  await writeFile(join(folder, 'web/index.html'), TEMPLATE)
  await writeFile(join(folder, 'web/manifest.webmanifest'), '{}')
  await writeFile(join(folder, 'web/assets/main-abc.js'), 'new')
  await writeFile(join(folder, 'previous/assets/main-old.js'), 'old')
  const pages = createApp(app.parts, session(), pageRoutes(join(folder, 'web')))
  get = async (path, userAgent) =>
    pages.request(path, userAgent ? { headers: { 'User-Agent': userAgent } } : {})
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

it('canonical addresses and pictures stand under the public URL, however its end is written', async () => {
  for (const PUBLIC_URL of ['https://clinidex.example', 'https://clinidex.example/']) {
    const parts = { ...app.parts, env: { ...app.parts.env, PUBLIC_URL } }
    const pages = createApp(parts, session(), pageRoutes(join(folder, 'web')))
    const html = await (await pages.request('/about')).text()
    expect(html).toContain('<link rel="canonical" href="https://clinidex.example/about">')
    expect(html).toContain(
      '<meta property="og:image" content="https://clinidex.example/share.png">',
    )
  }
})

it.each(Object.keys(PAGES))('%s is a page with a head of its own', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain(`<title>${PAGES[path]?.title}`)
  expect(html).not.toContain('unfilled')
})

it('every address of the app has its page', async () => {
  const tree = await readFile(new URL('../../web/route-tree.gen.ts', import.meta.url), 'utf8')
  const [, union = ''] = /fullPaths:((?:\s*\| '[^']+')+)/.exec(tree) ?? []
  const paths = [...union.matchAll(/'([^']+)'/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(30)
  const id = KNOWN_PEOPLE[0]?.id ?? ''
  const missing: string[] = []
  for (const path of paths) {
    const { status } = await get(path.replace(/\$\w+/, id))
    if (status !== 200 && !(path === '/directory' && status === 302)) missing.push(path)
  }
  expect(missing).toEqual([])
})

it('NAV-25 the head describes 300,000+ professionals and declares a share image of 1200x630', async () => {
  const html = await (await get('/')).text()
  expect(html).toMatch(/name="description" content="[^"]*300,000\+[^"]*professionals/)
  expect(html).toContain('property="og:image:width" content="1200"')
  expect(html).toContain('property="og:image:height" content="630"')
})

it('a document is compressed for who takes it, and kept apart for who does not', async () => {
  const headers = { 'Accept-Encoding': 'gzip, deflate, br' }
  const answer = await createApp(app.parts, session(), pageRoutes(join(folder, 'web'))).request(
    '/',
    { headers },
  )
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(answer.headers.get('vary')).toBe('User-Agent, Cookie, Accept-Encoding')
  expect((await get('/')).headers.get('content-encoding')).toBeNull()
})

it('the document marks a browser with a session, whose bars are not a visitor’s', async () => {
  const pages = createApp(app.parts, session(), pageRoutes(join(folder, 'web')))
  const marked = async (Cookie: string) =>
    (await (await pages.request('/about', { headers: { Cookie } })).text()).includes(
      '<html data-returning="">',
    )
  expect(await marked('clinidex.session_token=of-somebody')).toBe(true)
  expect(await marked('theme=dark')).toBe(false)
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

it('every profile comes with one body, which is of nobody', async () => {
  const id = KNOWN_PEOPLE[0]?.id
  for (const path of [`/physician/${id}`, `/physicians/${id}`]) {
    expect(await (await get(path)).text()).toContain('<div id="root"><p>A profile</p></div>')
  }
})

it('every list comes with one body, its overview with another, and pages beside them with none', async () => {
  const rootOf = async (path: string) =>
    /<div id="root">(.*)<\/div><\/body>/.exec(await (await get(path)).text())?.[1]
  expect(await rootOf(`/lists/${crypto.randomUUID()}`)).toBe('<p>A list</p>')
  expect(await rootOf('/lists')).toBe('<h1>My Lists</h1>')
  for (const path of ['/lists/deleted', '/lists/favorites', '/lists/last', '/lists/no-id']) {
    expect(await rootOf(path)).toBe('')
  }
  expect(await rootOf(`/lists/${crypto.randomUUID()}/call`)).toBe('')
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

const LOGO = '/site-assets/logos/1-ab-640x160.png'
const asset = (folder: string, size = '1200x630') => `/site-assets/${folder}/1-ab-${size}.jpg`

async function set(values: SiteValues): Promise<void> {
  await app.sql`delete from site_setting_versions`
  await app.sql`delete from site_settings`
  for (const [key, value] of Object.entries(values)) {
    await app.sql`insert into site_settings (key, value, version) values (${key}, ${value}, 1)`
  }
  await app.parts.site.refresh()
}

describe('SITE-16 what operators set', () => {
  afterEach(() => set({}))

  it('stands in the head of the front page, and where a page has nothing better to say', async () => {
    await set({
      seo_title: 'Doctors & <more>',
      seo_description: 'Every "doctor"',
      seo_keywords: 'doctors, nurses',
    })
    const html = await (await get('/')).text()
    expect(html).toContain('<title>Doctors &amp; &lt;more&gt;</title>')
    expect(html).toContain('<meta name="description" content="Every &quot;doctor&quot;">')
    expect(html).toContain('<meta name="keywords" content="doctors, nurses">')
    expect(html).toContain('<meta property="og:title" content="Doctors &amp; &lt;more&gt;">')
    const about = await (await get('/about')).text()
    expect(about).toContain('<title>About us')
    expect(about).toContain('<meta name="description" content="Every &quot;doctor&quot;">')
    const missing = await (await get('/no/such/page')).text()
    expect(missing).toContain('<meta name="description" content="Every &quot;doctor&quot;">')
  })

  it('is told to the app in the document, whatever is in it', async () => {
    await set({ seo_title: '</script><script>alert(1)</script>', seo_keywords: '' })
    const html = await (await get('/')).text()
    const [, json = ''] =
      /<script type="application\/json" id="site">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toEqual({ seo_title: '</script><script>alert(1)</script>' })
    expect(html).not.toContain('alert(1)</script>')
  })

  it('goes to search engines and to shared links each in its own words', async () => {
    await set({
      seo_title: 'Shared',
      seo_description: 'Said on a card',
      google_search_title: 'Found',
      google_search_description: 'Said in a result',
    })
    const html = await (await get('/')).text()
    expect(html).toContain('<title>Found</title>')
    expect(html).toContain('<meta name="description" content="Said in a result">')
    expect(html).toContain('<meta property="og:title" content="Shared">')
    expect(html).toContain('<meta name="twitter:description" content="Said on a card">')
  })

  it('shows each network its own image first, with its size, and others the one for all', async () => {
    await set({
      seo_image_url: asset('seo'),
      social_facebook_image: asset('social', '1000x500'),
      social_linkedin_image: asset('social', '1200x627'),
      social_twitter_image: asset('social', '1200x675'),
    })
    const firstImage = async (userAgent: string) => {
      const html = await (await get('/', userAgent)).text()
      const [, url, width, height] =
        /og:image" content="([^"]+)">\s*<meta property="og:image:width" content="(\d+)">\s*<meta property="og:image:height" content="(\d+)"/.exec(
          html,
        ) ?? []
      expect(html).toContain(
        `twitter:image" content="http://localhost${asset('social', '1200x675')}"`,
      )
      return [url, width, height]
    }
    const at = (path: string) => `http://localhost${path}`
    expect(await firstImage('Mozilla/5.0')).toEqual([at(asset('seo')), '1200', '630'])
    expect(await firstImage('facebookexternalhit/1.1')).toEqual([
      at(asset('social', '1000x500')),
      ...['1000', '500'],
    ])
    expect(await firstImage('LinkedInBot/1.0')).toEqual([
      at(asset('social', '1200x627')),
      ...['1200', '627'],
    ])
    expect((await get('/')).headers.get('vary')).toContain('User-Agent')
  })

  it('changes favicon and icon', async () => {
    const plain = await (await get('/')).text()
    expect(plain).toContain('<link rel="icon" href="/icon.svg"')
    await set({ favicon_url: asset('favicon', '64x64'), site_icon_url: asset('icons', '512x512') })
    const html = await (await get('/')).text()
    expect(html).toContain(`<link rel="icon" href="${asset('favicon', '64x64')}"`)
    expect(html).toContain(`<link rel="apple-touch-icon" href="${asset('icons', '512x512')}"`)
    expect(html).not.toContain('/icon.svg')
  })

  it('HOME-03 NAV-25 stands in the bodies of public pages: figures and logo', async () => {
    const before = await (await get('/')).text()
    expect(before).toContain('<svg></svg><dd>1.5M+</dd><dd>4.96/5</dd>')
    await set({ figure_contacts: '2 <M>', figure_directory: '700,000+', site_logo_url: LOGO })
    const html = await (await get('/')).text()
    expect(html).toContain(
      `<link rel="preload" as="image" href="${LOGO}"/><img src="${LOGO}" width="640" height="160"/><dd>2 &lt;M&gt;</dd><dd>4.96/5</dd>`,
    )
    expect(html).toMatch(/name="description" content="[^"]*700,000\+ healthcare/)
  })
})

it('SITE-16 a change holds in another process within 5 s, by notice and by looking every 3 s', async () => {
  const other = await anotherProcess(app)
  const seen = () => other.site.values().seo_title
  try {
    await set({ seo_title: 'Noticed' })
    await vi.waitUntil(() => seen() === 'Noticed', PATIENCE)
    expect(SITE_POLL_MS).toBeLessThan(5_000)
    // The notification is lost.
    await app.sql`alter table site_settings disable trigger site_settings_told`
    await app.sql`update site_settings set value = 'Looked up', version = 2`
    await vi.waitUntil(() => seen() === 'Looked up', PATIENCE)
  } finally {
    await other.close()
    await app.sql`alter table site_settings enable trigger site_settings_told`
    await set({})
  }
})
