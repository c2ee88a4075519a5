import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'

/** Requires HTTPS for a year; not for subdomains, which may have other operators. */
const HSTS = 'max-age=31536000'

/** Browser features that no page of ours uses: injected code cannot use them either. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': UNUSED.map((ability) => `${ability}=()`).join(', '),
  // Checkout leaves and returns by redirect: no window of ours needs another's.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/**
 * Sets the security headers of a response. A header that the route set itself takes precedence.
 * @param options.isHttpsOnly whether to send Strict-Transport-Security.
 */
export function addSecurityHeaders(headers: Headers, { isHttpsOnly }: { isHttpsOnly: boolean }) {
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!headers.has(name)) headers.set(name, value)
  }
  if (isHttpsOnly) headers.set('Strict-Transport-Security', HSTS)
}

/**
 * Adds the headers to the response as it leaves: a handler that returns its own `Response` drops
 * headers set before. It must be the outermost middleware, so that error responses have them too.
 */
export function securityHeaders() {
  return createMiddleware<AppEnv>(async function securityHeaders(c, next) {
    await next()
    const isHttpsOnly = c.var.parts.env.NODE_ENV === 'production'
    addSecurityHeaders(c.res.headers, { isHttpsOnly })
  })
}
