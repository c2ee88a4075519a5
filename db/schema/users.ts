import { z } from 'zod'

/** A row of `users`. */
export const userRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.email(),
  email_verified: z.boolean(),
  image: z.string().nullable(),
  /** The answer to "Where did you hear about us?" */
  source: z.string().nullable(),
  /** "demo" restricts the account. Administrators are listed in ADMIN_EMAILS, never here. */
  role: z.string().nullable(),
  demo_account: z.boolean(),
  bio: z.string().nullable(),
  /** The shared demo account, if this is a guest. */
  demo_of: z.string().nullable(),
  /** When an administrator banned the account, and why. */
  banned_at: z.date().nullable(),
  ban_reason: z.string().nullable(),
  /** The columns by which administrators list accounts; triggers maintain all but the first. */
  last_sign_in_at: z.date().nullable(),
  exported_people: z.bigint(),
  plan_label: z.string(),
  granted_until: z.date().nullable(),
  /** Whether sign-in asks for a code after the password. */
  two_factor_enabled: z.boolean(),
  created_at: z.date(),
  updated_at: z.date(),
})
export type UserRow = z.infer<typeof userRow>

/** A row of `sessions`: one signed-in device. */
export const sessionRow = z.object({
  id: z.string(),
  user_id: z.string(),
  token: z.string(),
  expires_at: z.date(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
  /** The factor that opened the session, or confirmed it since. */
  factor: z.enum(['password', 'code', 'passkey']),
  /** When the user last proved their identity in this session. */
  confirmed_at: z.date(),
})

export type SessionRow = z.infer<typeof sessionRow>
