import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'

/** A year of HTTPS only. Not for subdomains: they are not ours to decide on. */
const HSTS = 'max-age=31536000'

/** Abilities of a browser that no page of ours uses, so that nothing smuggled into one can. */
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
  // Checkout leaves by a redirect and comes back by one: no window of ours needs another's.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/**
 * Says to browsers what they may do with an answer. A route that says otherwise in a header of its
 * own has the last word.
 * @param options.isHttpsOnly whether to promise that this address is HTTPS for good.
 */
export function addSecurityHeaders(headers: Headers, { isHttpsOnly }: { isHttpsOnly: boolean }) {
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!headers.has(name)) headers.set(name, value)
  }
  if (isHttpsOnly) headers.set('Strict-Transport-Security', HSTS)
}

/**
 * Adds the headers to the answer as it leaves: whatever was said before it was made, a handler that
 * returns a `Response` of its own drops. To be the outermost middleware, so that no error passes by.
 */
export function securityHeaders() {
  return createMiddleware<AppEnv>(async function securityHeaders(c, next) {
    await next()
    const isHttpsOnly = c.var.parts.env.NODE_ENV === 'production'
    addSecurityHeaders(c.res.headers, { isHttpsOnly })
  })
}
