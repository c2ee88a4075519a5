import { type Context, Hono } from 'hono'
import type { AppEnv } from '#api/context.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Valid long enough for cached copies; RFC 9116 recommends less than a year. */
const EXPIRES_DAYS = 180

/** Well-known files: security.txt (RFC 9116) and robots.txt (RFC 9309). */
export const wellKnownRoutes = new Hono<AppEnv>()
  .get('/.well-known/security.txt', (c) => {
    const { OPERATOR_EMAIL, PUBLIC_URL } = c.var.parts.env
    return text(c, [
      `Contact: mailto:${OPERATOR_EMAIL.split('@').map(encodeURIComponent).join('@')}`,
      `Expires: ${expires(new Date())}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL('/.well-known/security.txt', PUBLIC_URL ?? c.req.url)}`,
    ])
  })
  // Profiles are not disallowed: a crawler that may not fetch a page cannot read its noindex. There
  // is no sitemap either, because most of it would be profiles.
  .get('/robots.txt', (c) => text(c, ['User-agent: *', 'Disallow: /api/']))

/** The date is constant for a whole day, so that copies agree. */
function expires(now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS)
  return new Date((today + EXPIRES_DAYS) * DAY_MS).toISOString().replace('.000', '')
}

function text(c: Context<AppEnv>, lines: string[]) {
  return c.body(`${lines.join('\n')}\n`, 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
  })
}
