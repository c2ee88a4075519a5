import type { BetterAuthOptions } from 'better-auth'
import { z } from 'zod'
import { SOURCE_MAX } from '#api/contract/account.ts'

/**
 * Maps our tables and columns (`db/schema/users.ts`) for the authentication library. No request may
 * set a column with `input: false`.
 */
export const AUTH_TABLES = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    additionalFields: {
      source: {
        type: 'string',
        required: false,
        validator: { input: z.string().trim().max(SOURCE_MAX).nullish() },
      },
      bio: { type: 'string', required: false, input: false },
      role: { type: 'string', required: false, input: false },
      demo_account: { type: 'boolean', required: true, defaultValue: false, input: false },
    },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    additionalFields: {
      factor: { type: 'string', required: false, input: false, returned: false },
      confirmed_at: { type: 'date', required: false, input: false, returned: false },
    },
  },
  account: {
    modelName: 'auth_accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'auth_verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
} satisfies Pick<BetterAuthOptions, 'user' | 'session' | 'account' | 'verification'>
