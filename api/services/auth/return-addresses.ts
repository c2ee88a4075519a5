import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { inAppPath } from '#api/contract/in-app-path.ts'

/**
 * The fields in which the library's endpoints accept a return address, for the response or the
 * mail.
 */
const NAMES = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL'] as const

const record = z.record(z.string(), z.unknown()).catch({})

/**
 * The return addresses of a body or query, resolved, which replace those given. Security: the
 * library checks them as written, not as they resolve.
 * @throws APIError when one leads out of the app
 */
export function returnAddresses(given: unknown): Record<string, string> {
  const values = record.parse(given)
  const resolved: Record<string, string> = {}
  for (const name of NAMES) {
    if (values[name] === undefined || values[name] === '') continue
    const path = inAppPath(values[name])
    if (path === undefined) {
      throw new APIError('FORBIDDEN', {
        code: 'INVALID_CALLBACK_URL',
        message: 'This address leads out of the app.',
      })
    }
    resolved[name] = path
  }
  return resolved
}
