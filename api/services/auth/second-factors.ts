import { isIP } from 'node:net'
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Queryable } from '#db/client.ts'
import type { SessionRow } from '#db/schema/users.ts'
import { BRAND } from '#sync/contract/brand.ts'

/** How long after a confirmation a session may do irreversible things. */
export const CONFIRMATION_MS = 10 * 60 * 1000

/**
 * Endpoints of the library that we close: a mailed code is not a second factor, as the mailbox
 * alone resets the password.
 */
export const CLOSED_FACTORS = ['/two-factor/send-otp', '/two-factor/verify-otp']

/** Endpoints that add or remove a factor, or show its secret. */
export const FACTOR_CHANGING = [
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/get-totp-uri',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/update-passkey',
  '/passkey/delete-passkey',
]

/**
 * Endpoints that open a session, with the factor they check; all others check a password or a mailed
 * link.
 */
const FACTORS: Record<string, SessionRow['factor']> = {
  '/two-factor/verify-totp': 'code',
  '/two-factor/verify-backup-code': 'code',
  '/passkey/verify-authentication': 'passkey',
}

/** The factor by which this endpoint opens a session. */
export function factorOf(path: string | undefined): SessionRow['factor'] {
  return FACTORS[path ?? ''] ?? 'password'
}

/** Passkeys and authenticator codes, on our tables. */
export function secondFactors(origin: string) {
  const { hostname } = new URL(origin)
  return [
    twoFactor({
      issuer: BRAND,
      schema: {
        user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
        twoFactor: {
          modelName: 'auth_two_factors',
          fields: {
            userId: 'user_id',
            backupCodes: 'backup_codes',
            failedVerificationCount: 'failed_verification_count',
            lockedUntil: 'locked_until',
          },
        },
      },
    }),
    passkey({
      rpName: BRAND,
      // WebAuthn accepts no IP addresses: a host given as one becomes localhost.
      rpID: isIP(hostname.replace(/[[\]]/g, '')) ? 'localhost' : hostname,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      // User verification is required: the library accepts a passkey without fingerprint or PIN, so
      // that holding the device would be enough.
      registration: {
        afterVerification: async ({ verification }) => {
          if (!verification.registrationInfo?.userVerified) throw withoutVerification()
        },
      },
      authentication: {
        afterVerification: async ({ verification }) => {
          if (!verification.authenticationInfo.userVerified) throw withoutVerification()
        },
      },
      schema: {
        passkey: {
          modelName: 'auth_passkeys',
          fields: {
            userId: 'user_id',
            publicKey: 'public_key',
            credentialID: 'credential_id',
            deviceType: 'device_type',
            backedUp: 'backed_up',
            createdAt: 'created_at',
          },
        },
      },
    }),
  ] as const
}

/**
 * Security: refuses to change factors in a session that did not show the account's second factor,
 * or a stolen password could add another one, and in a session that was not confirmed recently.
 */
export async function refuseFactorChange(
  sql: Queryable,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<void> {
  const [session] = await sql<Pick<SessionRow, 'factor' | 'confirmed_at'>[]>`
    select factor, confirmed_at from sessions where id = ${sessionId}`
  if (!session) return
  if (session.factor === 'password' && (await hasSecondFactor(sql, userId))) {
    throw new APIError('FORBIDDEN', {
      code: 'SECOND_FACTOR_REQUIRED',
      message: 'Sign in with your passkey or code first.',
    })
  }
  if (Date.now() - session.confirmed_at.getTime() > CONFIRMATION_MS) {
    throw new APIError('FORBIDDEN', {
      code: 'CONFIRMATION_REQUIRED',
      message: 'Please confirm that it is you.',
    })
  }
}

/** Whether the account has a passkey or an authenticator code. */
export async function hasSecondFactor(sql: Queryable, userId: string): Promise<boolean> {
  const [found] = await sql`
    select 1 from users where id = ${userId} and (
      two_factor_enabled or exists (select 1 from auth_passkeys p where p.user_id = users.id))`
  return found !== undefined
}

/** Marks an account's sessions as having shown no factor, once its last factor is removed. */
export async function forgetFactors(sql: Queryable, userId: string): Promise<void> {
  if (await hasSecondFactor(sql, userId)) return
  await sql`update sessions set factor = 'password' where user_id = ${userId}`
}

function withoutVerification(): APIError {
  return new APIError('BAD_REQUEST', {
    code: 'USER_NOT_VERIFIED',
    message: 'This passkey does not ask for your finger, face or PIN.',
  })
}
