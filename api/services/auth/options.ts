import type { BetterAuthOptions } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { PostgresJSDialect } from 'kysely-postgres-js'
import type { Logger } from 'pino'
import { PASSWORD_MAX, PASSWORD_MIN } from '#api/contract/account.ts'
import type { Sql } from '#db/client.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { AUTH_TABLES } from './auth-tables.ts'
import { CLOSED_FACTORS, secondFactors } from './second-factors.ts'

/** The session route sets the caller's network here, overwriting any value that the caller sent. */
export const NETWORK_HEADER = 'x-client-network'

const DAY_SECONDS = 24 * 60 * 60
export const SESSION_SECONDS = 30 * DAY_SECONDS
/** The age in seconds at which a session in use is renewed. */
export const SESSION_RENEWAL_SECONDS = DAY_SECONDS
/** An administrator's session ends this long after it began, whether or not it is used. */
export const ADMIN_SESSION_MS = 12 * 60 * 60 * 1000

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

/** How long the link of a password reset mail is valid. */
export const RESET_SECONDS = HOUR_SECONDS

/** Endpoints that ours replace, or that are closed. */
const CLOSED = [
  '/sign-in/social',
  '/link-social',
  '/unlink-account',
  '/list-accounts',
  '/account-info',
  '/get-access-token',
  '/refresh-token',
  '/change-email',
  '/update-user',
  '/update-session',
  '/delete-user',
  '/delete-user/callback',
  '/verify-password',
  ...CLOSED_FACTORS,
]

/** The limits per network, which are counted in the database for all processes. */
const RATE_RULES = {
  // Every open tab polls this, and it reveals nothing.
  '/get-session': false,
  '/sign-in/email': { window: MINUTE_SECONDS, max: 30 },
  // Sign-up reveals whether an address has an account.
  '/sign-up/email': { window: HOUR_SECONDS, max: 20 },
  // Each request sends a mail.
  '/request-password-reset': { window: 15 * MINUTE_SECONDS, max: 10 },
  '/send-verification-email': { window: 15 * MINUTE_SECONDS, max: 10 },
  '/reset-password': { window: 15 * MINUTE_SECONDS, max: 20 },
  '/change-password': { window: 15 * MINUTE_SECONDS, max: 10 },
  // A code has a million values; the library also locks the account after ten wrong ones.
  '/two-factor/verify-totp': { window: MINUTE_SECONDS, max: 10 },
  '/two-factor/verify-backup-code': { window: MINUTE_SECONDS, max: 10 },
} as const

/**
 * Our tables and rules as options of the authentication library. `auth.ts` adds the flows (mail,
 * traces).
 * @param origins the origins that may call; the first is the public one.
 */
export function authOptions({ sql, log, secret, origins }: AuthOptions) {
  return {
    appName: BRAND,
    baseURL: origins[0],
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    database: {
      dialect: new PostgresJSDialect({ postgres: sql }),
      type: 'postgres' as const,
      transaction: true,
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
    },
    user: AUTH_TABLES.user,
    session: {
      ...AUTH_TABLES.session,
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_RENEWAL_SECONDS,
      // A self-contained session cookie would remain valid after its session ended.
      cookieCache: { enabled: false },
    },
    account: AUTH_TABLES.account,
    verification: {
      ...AUTH_TABLES.verification,
      // Security: read access to the table must not suffice to reset a password.
      storeIdentifier: 'hashed' as const,
    },
    plugins: [...secondFactors(origins[0])],
    rateLimit: {
      enabled: true,
      storage: 'database' as const,
      modelName: 'auth_rate_limits',
      fields: { lastRequest: 'last_request' },
      window: MINUTE_SECONDS,
      max: 120,
      customRules: RATE_RULES,
    },
    disabledPaths: CLOSED,
    advanced: {
      cookiePrefix: BRAND.toLowerCase(),
      ipAddress: { ipAddressHeaders: [NETWORK_HEADER] },
      // The options are explicit: the library turns these checks off when it believes it runs in a
      // test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    telemetry: { enabled: false },
    ...loggedFailures(log),
  } satisfies BetterAuthOptions
}

/** Logs failures of the library: no refusals, and no text that quotes an address. */
function loggedFailures(log: Logger) {
  return {
    onAPIError: {
      // The request log contains refusals; failures are logged here.
      onError: (error) => {
        if (!isAPIError(error) || error.statusCode >= 500) {
          log.error({ err: error }, 'A request about authentication failed')
        }
      },
    },
    logger: {
      level: 'error' as const,
      // Only the kind of failure is logged: the library's messages quote addresses.
      log: (_level, _message, ...args) =>
        log.error(
          { err: args.find((arg) => arg instanceof Error) },
          'A request about authentication failed',
        ),
    },
  } satisfies BetterAuthOptions
}

export interface AuthOptions {
  sql: Sql
  log: Logger
  secret: string
  origins: readonly [string, ...string[]]
}
