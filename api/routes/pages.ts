import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'
import { prerenderedAt } from '#api/contract/pages.ts'
import { contentSecurityPolicy } from '#api/middleware/content-security-policy.ts'
import { headHtml } from '#api/services/site/head-html.ts'
import { headOf } from '#api/services/site/page-head.ts'
import { fillBody, type PrerenderedBody } from '#api/services/site/prerendered-body.ts'

const NONCE_PLACEHOLDER = '__CSP_NONCE__'
const ROOT = '<div id="root"></div>'
const HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/
const YEAR_SECONDS = 31_536_000

/** The caching of files with a hash of their content in the name. */
const HASHED = `public, max-age=${YEAR_SECONDS}, immutable`

/**
 * The browser app: its built files, and every HTML document through one handler, which fills the
 * head for the address, sets the content policy and returns the correct status.
 * @param folder the build; it contains the previous build as `previous`, for tabs that still use
 *   it.
 */
export function pageRoutes(folder: string) {
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  const bodies = readBodies(join(folder, '../prerender/pages.json'))
  const previous = join(folder, '../previous')
  const files = (root: string) => serveStatic<AppEnv>({ root, precompressed: true })
  const pages = new Hono<AppEnv>().use('/assets/*', cacheControl(HASHED), files(folder))
  if (existsSync(previous)) pages.use('/assets/*', files(previous))
  return (
    pages
      // A missing script must be a 404 and not the page: a stale tab must notice that its chunk is
      // gone.
      .get('/assets/*', (c) => c.text('Not found', 404))
      // The document is served only with its head filled.
      .get('/index.html', (c) => c.redirect('/'))
      .use('/:file{.+\\.(png|svg)}', anySiteMayShow)
      .use('/:file{.+\\.[a-z0-9]+}', cacheControl('no-cache'), files(folder))
      .get('/directory', (c) => c.redirect('/search'))
      .get('*', async (c) => {
        const { parts } = c.var
        // The values are read once: head and body of a document must agree.
        const values = parts.site.values()
        const head = await headOf(c.req.path, parts.readDirectory, values)
        const body = fillBody(bodies[prerenderedAt(c.req.path)], values)
        const { origin } = new URL(parts.env.PUBLIC_URL ?? c.req.url)
        const userAgent = c.req.header('user-agent') ?? ''
        const asked = { path: c.req.path, origin, userAgent }
        const { authCookies } = await parts.auth.$context
        // The cookie is a hint of how the bars will look: `/api/me` tells whose session it is and
        // whether it is valid.
        const isReturning = getCookie(c, authCookies.sessionToken.name) !== undefined
        const filled = { head: headHtml(head, asked, values), body, isReturning }
        return document(c, template, { ...filled, status: head.status })
      })
  )
}

/** The prerendered bodies, by path. */
function readBodies(file: string): Record<string, PrerenderedBody> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function cacheControl(value: string) {
  return createMiddleware(async (c, next) => {
    await next()
    if (c.res.ok && !c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', value)
  })
}

/** Other sites may embed the share picture and the icons, in link previews and on home screens. */
const anySiteMayShow = createMiddleware(async (c, next) => {
  await next()
  if (c.res.ok) c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
})

function document(
  c: Context<AppEnv>,
  template: string,
  {
    head,
    body,
    status,
    isReturning,
  }: { head: string; body: string; status: 200 | 404; isReturning: boolean },
) {
  const nonce = randomBytes(16).toString('base64')
  c.header('Content-Security-Policy', contentSecurityPolicy(nonce))
  c.header('Cache-Control', 'no-cache')
  // Each share network gets its own image, and a visitor's document has no trace of a session.
  c.header('Vary', 'User-Agent, Cookie')
  c.header('X-Frame-Options', 'DENY')
  const filled = template
    .replace(HEAD, () => head)
    .replace('<html', isReturning ? '<html data-returning=""' : '<html')
    .replace(ROOT, () => `<div id="root">${body}</div>`)
    .replaceAll(NONCE_PLACEHOLDER, nonce)
  return c.html(filled, status)
}
