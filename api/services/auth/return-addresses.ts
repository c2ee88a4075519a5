import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { inAppPath } from '#sync/contract/in-app-path.ts'

/** What calls of the library name an address by that its answer, or its mail, leads to. */
const NAMES = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL'] as const

const record = z.record(z.string(), z.unknown()).catch({})

/**
 * The addresses of a body or query, resolved, to take the place of those given. The library checks
 * them too, but as they are written and not as they resolve.
 * @throws APIError where one leads out of the app.
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
