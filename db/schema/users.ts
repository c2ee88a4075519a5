import { z } from 'zod'
import { isStorable } from './storable.ts'

/** A row of `users`. */
export const userRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.email(),
  email_verified: z.boolean(),
  image: z.string().nullable(),
  /** What they typed under "Where did you hear about us?" */
  source: z.string().nullable(),
  /** "demo" restricts the account. Administrators are named by ADMIN_EMAILS, never here. */
  role: z.string().nullable(),
  demo_account: z.boolean(),
  bio: z.string().nullable(),
  /** Of a guest: the shared demo account it is of. */
  demo_of: z.string().nullable(),
  /** Since when an administrator shut the account out, and why. */
  banned_at: z.date().nullable(),
  ban_reason: z.string().nullable(),
  /** What administrators list accounts by; triggers keep all but the first. */
  last_sign_in_at: z.date().nullable(),
  exported_people: z.number().int(),
  plan_label: z.string(),
  granted_until: z.date().nullable(),
  /** Whether signing in asks for a code after the password. */
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
  /** By what it was opened, or was confirmed since. */
  factor: z.enum(['password', 'code', 'passkey']),
  /** When whoever has it last showed who they are. */
  confirmed_at: z.date(),
})

export type SessionRow = z.infer<typeof sessionRow>

const storable = z.string().refine(isStorable, 'not valid text')

/** An account as an administrator names it. */
export const userId = storable.min(1).max(100)

/** Why an administrator shuts an account out; for administrators to read. */
export const banRequest = z.strictObject({ reason: storable.trim().min(1).max(500) })

/** What a ban did to what the account pays for. */
export const banOutcome = z.object({
  /** `ends_later`: the billing service did not answer; it is told once it does. */
  plan: z.enum(['none', 'ends', 'ends_later']),
  ends_at: z.iso.datetime().nullable(),
})
export type BanOutcome = z.infer<typeof banOutcome>

/** What the owner of an account was told of the reset; `none`: there was nothing to reset. */
export const factorResetOutcome = z.object({ mail: z.enum(['sent', 'failed', 'none']) })
export type FactorResetOutcome = z.infer<typeof factorResetOutcome>
