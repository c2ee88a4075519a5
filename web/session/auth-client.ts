import type { ErrorCode, WireError } from '#sync/contract/errors.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { SIGN_OUT_TIMEOUT_MS, settleSignOut } from './pending-sign-out.ts'

/**
 * The calls of the authentication library. Each throws AuthError.
 */

/** A refused or failed call of the library; `message` may be empty. */
export class AuthError extends ApiError {
  /** @param reason the library's code, else the server's; `UNREACHABLE` without an answer. */
  constructor(
    readonly reason: string,
    message: string,
    { code, ...options }: ErrorOptions & { code?: ErrorCode | undefined } = {},
  ) {
    super(code ?? (reason === 'UNREACHABLE' ? 'unreachable' : 'internal_error'), message, options)
    this.name = 'AuthError'
  }
}

/** As long as any request may take. */
const TIMEOUT_MS = 20_000

/** One signed-in device. `token` names it to `revokeSession`. */
export interface DeviceSession {
  id: string
  token: string
  createdAt: string
  updatedAt: string
  ipAddress?: string | null
  userAgent?: string | null
}

/** The callback paths that the library accepts; it refuses the whole call for any other. */
const CALLBACK = /^\/(?!\/)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/

/** Where the mailed confirmation leads: the search, unless the visitor was on the way elsewhere. */
const callbackOf = (path: string | undefined) => (path && CALLBACK.test(path) ? path : '/search')

/**
 * Opens an account; signed in at once only where the address needs no confirmation.
 * @param next where the link of the mail leads once the address is confirmed.
 */
export async function signUp(
  account: { email: string; password: string; source?: string },
  next?: string,
): Promise<{ isSignedIn: boolean }> {
  const [name = account.email] = account.email.split('@')
  const callbackURL = callbackOf(next)
  const body = await post('/sign-up/email', { ...account, name, callbackURL })
  return { isSignedIn: typeof body?.token === 'string' }
}

/**
 * Outcome of a sign-in by password: `code_asked` where a code has to follow, `no_user` for an answer
 * without a user.
 */
export type SignInOutcome = 'signed_in' | 'code_asked' | 'no_user'

/** Signs in by password. @throws AuthError */
export async function signIn(credentials: {
  email: string
  password: string
}): Promise<SignInOutcome> {
  const body = await post('/sign-in/email', credentials)
  if (body?.twoFactorRedirect === true) return 'code_asked'
  return typeof body?.user === 'object' && body.user !== null ? 'signed_in' : 'no_user'
}

export async function signOut(): Promise<void> {
  await post('/sign-out', {}, SIGN_OUT_TIMEOUT_MS)
}

/** Sends the mail that confirms an address again. @param next as for `signUp`. */
export async function resendVerification(email: string, next?: string): Promise<void> {
  await post('/send-verification-email', { email, callbackURL: callbackOf(next) })
}

/**
 * Mails a link to `/reset-password`, if there is such an account; the answer never tells.
 * @param next where the visitor goes on to once the new password is set.
 */
export async function requestPasswordReset(email: string, next?: string): Promise<void> {
  const query = next ? `?${new URLSearchParams({ return_to: next })}` : ''
  await post('/request-password-reset', { email, redirectTo: `/reset-password${query}` })
}

/** @param token from the mailed link. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await post('/reset-password', { token, newPassword })
}

/** Every device signed in to the account. */
export async function listSessions(): Promise<DeviceSession[]> {
  const body = await send('/list-sessions')
  return Array.isArray(body) ? body : []
}

/** The token of the session this device uses; null where there is none. */
export async function currentSessionToken(): Promise<string | null> {
  const body = (await send('/get-session')) as { session?: { token?: string } } | null
  return body?.session?.token ?? null
}

/** Ends another session of the account. @throws AuthError */
export async function revokeSession(token: string): Promise<void> {
  await post('/revoke-session', { token })
}

/** Posts to the authentication library. @throws AuthError */
export async function post(
  path: string,
  body: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<Record<string, unknown> | null> {
  const answer = await send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  return answer as Record<string, unknown> | null
}

/** Calls the authentication library. @throws AuthError */
export async function send(path: string, init?: RequestInit): Promise<unknown> {
  let response: Response
  try {
    await settleSignOut()
    const { signal = AbortSignal.timeout(TIMEOUT_MS), ...rest } = init ?? {}
    response = await fetch(`/api/auth${path}`, { credentials: 'same-origin', ...rest, signal })
  } catch (error) {
    throw new AuthError('UNREACHABLE', '', { cause: error })
  }
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && body !== undefined) return body
  // A captive portal or proxy answered 200 with its own page: the call never arrived.
  if (response.ok) throw new AuthError('UNREACHABLE', '')
  const { error } = (body ?? {}) as { error?: Partial<WireError['error']> }
  const { reason } = (error?.data ?? {}) as { reason?: string }
  const code = error?.code
  // A proxy's error page has neither a code nor a reason.
  throw new AuthError(reason ?? code ?? `STATUS_${response.status}`, error?.message ?? '', { code })
}
