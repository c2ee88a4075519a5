import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { html, raw } from 'hono/html'
import type { AppEnv } from '../context.ts'
import { headOf, type PageHead } from '../services/page-head.ts'

const NONCE_PLACEHOLDER = '__CSP_NONCE__'
const ROOT = '<div id="root"></div>'
const HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/
const YEAR_SECONDS = 31_536_000

/** Files whose name changes with their content. */
const HASHED = `public, max-age=${YEAR_SECONDS}, immutable`

/**
 * The browser app: its built files, and every HTML document through one handler, which fills the
 * head for the address, sets the policy and answers with the true status.
 * @param folder the build; the build before it beside it as `previous`, for tabs still open on it.
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
      // Never the page in place of a script: a stale tab must see that its chunk is gone.
      .get('/assets/*', (c) => c.text('Not found', 404))
      // The document is only ever served filled.
      .get('/index.html', (c) => c.redirect('/'))
      .use('/:file{.+\\.(png|svg)}', anySiteMayShow)
      .use('/:file{.+\\.[a-z0-9]+}', cacheControl('no-cache'), files(folder))
      .get('/directory', (c) => c.redirect('/search'))
      .get('*', async (c) => {
        const head = await headOf(c.req.path, c.var.parts.sql)
        const body = bodies[c.req.path] ?? ''
        return document(c, template, { head, body })
      })
  )
}

/** The bodies of public pages, rendered when the app was built: path → HTML. */
function readBodies(file: string): Record<string, string> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function cacheControl(value: string) {
  return createMiddleware(async (c, next) => {
    await next()
    if (c.res.ok && !c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', value)
  })
}

/** The share picture and the icons: previews of links and home screens show them elsewhere. */
const anySiteMayShow = createMiddleware(async (c, next) => {
  await next()
  if (c.res.ok) c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
})

function document(
  c: Context<AppEnv>,
  template: string,
  { head, body }: { head: PageHead; body: string },
) {
  const nonce = randomBytes(16).toString('base64')
  const origin = c.var.parts.env.PUBLIC_URL ?? new URL(c.req.url).origin
  c.header('Content-Security-Policy', policy(nonce))
  c.header('Cache-Control', 'no-cache')
  c.header('X-Frame-Options', 'DENY')
  const filled = template
    .replace(HEAD, () => headHtml(head, origin, c.req.path))
    .replace(ROOT, () => `<div id="root">${body}</div>`)
    .replaceAll(NONCE_PLACEHOLDER, nonce)
  return c.html(filled, head.status)
}

function policy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    // Positioning libraries set style attributes; style sheets and blocks still need the nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function headHtml(head: PageHead, origin: string, path: string): string {
  return html`<title>${head.title}</title>
    <meta name="description" content="${head.description}">
    ${head.isIndexed ? '' : raw('<meta name="robots" content="noindex">')}
    <link rel="canonical" href="${origin}${path}">
    <meta property="og:title" content="${head.title}">
    <meta property="og:description" content="${head.description}">
    <meta property="og:image" content="${origin}/share.png">
    <meta property="og:image:width" content="1200">
    <meta property="og:image:height" content="630">
    <meta name="twitter:card" content="summary_large_image">`.toString()
}
