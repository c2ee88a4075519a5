import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token in the value of a session cookie, `token.signature`; null where we did not sign it. Asked
 * on every call: WebCrypto, which signed it, takes three trips over the thread pool for the same.
 */
export function tokenOf(cookie: string, secret: string): string | null {
  const dot = cookie.lastIndexOf('.')
  if (dot < 0) return null
  const token = cookie.slice(0, dot)
  const signature = Buffer.from(cookie.slice(dot + 1))
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected)
  return isOurs ? token : null
}
