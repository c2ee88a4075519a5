import { createHmac } from 'node:crypto'
import { isSameSecret } from '#sync/server/constant-time.ts'

/**
 * The token in the value of a session cookie, `token.signature`; null when the signature is not
 * ours. It runs on every request, therefore synchronously: WebCrypto would take three trips through
 * the thread pool.
 */
export function tokenOf(cookie: string, secret: string): string | null {
  const dot = cookie.lastIndexOf('.')
  if (dot < 0) return null
  const token = cookie.slice(0, dot)
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return isSameSecret(cookie.slice(dot + 1), signature) ? token : null
}
