import { type createRoute, z } from '@hono/zod-openapi'
import { errorResponses, json, jsonBody } from './responses.ts'

type Route = Parameters<typeof createRoute>[0]

const tags = ['Authentication']
const email = z.email()
const password = z.string()
const callbackURL = z.string().optional()

const user = z.object({ id: z.string(), email, name: z.string(), emailVerified: z.boolean() })
const session = z.object({
  id: z.string(),
  token: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  ipAddress: z.string().nullish(),
  userAgent: z.string().nullish(),
})
const code = z.string()
/** A message of a WebAuthn ceremony, whose form WebAuthn defines. */
const ceremony = z.record(z.string(), z.unknown())
const passkey = z.object({
  id: z.string(),
  name: z.string().nullish(),
  createdAt: z.iso.datetime(),
})
const done = z.object({ status: z.boolean() })

const REDIRECT = { 302: { description: 'Redirects to `callbackURL`, with `error` on failure.' } }

/** The library's endpoints at `/api/auth`, for the API document; the library validates them itself. */
export const AUTH_DOCUMENT: Route[] = [
  post('/sign-up/email', 'Create an account and mail a link that confirms the address', {
    body: {
      email,
      password,
      name: z.string().optional(),
      source: z.string().optional(),
      callbackURL,
    },
    answer: z.object({ token: z.string().nullable(), user }),
  }),
  post('/sign-in/email', 'Sign in: sets the session cookie', {
    body: { email, password, rememberMe: z.boolean().optional() },
    answer: z.object({ token: z.string(), user }),
  }),
  post('/sign-out', 'Sign out: ends this session', { answer: z.object({ success: z.boolean() }) }),
  get('/get-session', 'Read the current session; null without one', {
    answer: z.object({ session, user }).nullable(),
  }),
  get('/list-sessions', 'List the sessions of the account', { answer: z.array(session) }),
  post('/revoke-session', 'End one session of the account', { body: { token: z.string() } }),
  post('/revoke-sessions', 'End every session of the account', {}),
  post('/revoke-other-sessions', 'End every other session of the account', {}),
  post('/change-password', 'Set a new password, and end every other session', {
    body: { currentPassword: password, newPassword: password },
    answer: z.object({ token: z.string().nullable(), user }),
  }),
  post(
    '/send-verification-email',
    'Resend the confirmation mail; never reveals whether an account exists',
    {
      body: { email, callbackURL },
    },
  ),
  post(
    '/request-password-reset',
    'Mail a link for a new password; never reveals whether an account exists',
    {
      body: { email },
    },
  ),
  post('/reset-password', 'Set a new password with the mailed token', {
    body: { token: z.string(), newPassword: password },
  }),
  get('/verify-email', 'Redirect a link of an older mail to the page that confirms an address', {
    query: { token: z.string(), callbackURL },
  }),
  post('/confirm-email', 'Confirm an address with the mailed token, and sign in', {
    body: { token: z.string(), isPressed: z.boolean().optional() },
    answer: z.object({ outcome: z.enum(['confirmed', 'confirmed_elsewhere', 'unpressed']) }),
  }),
  post('/two-factor/enable', 'Begin to set up an authenticator app, which a first code completes', {
    body: { password },
    answer: z.object({ method: z.string(), totpURI: z.string(), backupCodes: z.array(z.string()) }),
  }),
  post(
    '/two-factor/verify-totp',
    'Sign in with a code after the password, or complete the set-up',
    {
      body: { code },
      answer: z.object({ token: z.string(), user }),
    },
  ),
  post('/two-factor/verify-backup-code', 'Sign in with a backup code', {
    body: { code },
    answer: z.object({ token: z.string(), user }),
  }),
  post('/two-factor/disable', 'Turn two-factor authentication off', { body: { password } }),
  post('/two-factor/get-totp-uri', 'Show the authenticator app’s secret again', {
    body: { password },
    answer: z.object({ totpURI: z.string() }),
  }),
  post('/two-factor/generate-backup-codes', 'Create new backup codes, which replace the old ones', {
    body: { password },
    answer: z.object({ backupCodes: z.array(z.string()) }),
  }),
  get('/passkey/generate-register-options', 'Begin the registration of a passkey', {
    answer: ceremony,
  }),
  post('/passkey/verify-registration', 'Add a passkey', {
    body: { response: ceremony, name: z.string().optional() },
    answer: passkey,
  }),
  get('/passkey/generate-authenticate-options', 'Begin a sign-in with a passkey', {
    answer: ceremony,
  }),
  post('/passkey/verify-authentication', 'Sign in with a passkey', {
    body: { response: ceremony },
    answer: z.object({ session, user }),
  }),
  get('/passkey/list-user-passkeys', 'List the passkeys of the account', {
    answer: z.array(passkey),
  }),
  get('/reset-password/{token}', 'Check the mailed token', {
    params: { token: z.string() },
    query: { callbackURL },
  }),
]

interface Parts {
  body?: z.ZodRawShape
  query?: z.ZodRawShape
  params?: z.ZodRawShape
  answer?: z.ZodType
}

function post(path: string, summary: string, { body = {}, answer = done }: Parts): Route {
  return {
    method: 'post',
    path: `/auth${path}`,
    summary,
    tags,
    request: { body: jsonBody(z.object(body)) },
    responses: { 200: json(answer, 'Done.'), ...errorResponses(400, 401, 403, 429, 503) },
  }
}

function get(path: string, summary: string, { query = {}, params = {}, answer }: Parts): Route {
  return {
    method: 'get',
    path: `/auth${path}`,
    summary,
    tags,
    request: { query: z.object(query), params: z.object(params) },
    responses: {
      ...(answer ? { 200: json(answer, 'Read.') } : REDIRECT),
      ...errorResponses(400, 401, 403, 429),
    },
  }
}
