import { APIError, createEmailVerificationToken } from 'better-auth/api'
import { z } from 'zod'
import { defaultName, NAME_MAX } from '#api/contract/account.ts'
import { audit } from '#api/services/audit.ts'
import { existingAccountMail, verifyAddressMail } from '#api/services/mail/account-messages.ts'
import { CONFIRMED_PATH, confirmationPath } from './confirmation-link.ts'
import type { HookContext, HookParts } from './hook-context.ts'
import { sendLimited } from './mail-limit.ts'
import { markSignUpBrowser, VERIFICATION_SECONDS } from './sign-up-browser.ts'

const signUpBody = z.object({
  email: z.string(),
  name: z.string().default(''),
  callbackURL: z.string().optional(),
})
const signUpAnswer = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

/**
 * Sends the mail of a sign-up: that an account exists already, or the confirmation link, without
 * which the account is deleted.
 */
export async function finishSignUp(ctx: HookContext, parts: HookParts): Promise<void> {
  const { sql, mailer } = parts
  const { user } = signUpAnswer.parse(ctx.context.returned)
  const { callbackURL = CONFIRMED_PATH } = signUpBody.parse(ctx.body)
  const { internalAdapter, secret } = ctx.context
  const found = await internalAdapter.findUserByEmail(user.email)
  // For a known address the library responds as for a new one, with a made-up id.
  if (found?.user.id !== user.id) await refuseKnownAddress(ctx, found?.user ?? user, parts)
  const token = await createEmailVerificationToken(
    secret,
    user.email,
    undefined,
    VERIFICATION_SECONDS,
  )
  try {
    const url = parts.pageUrl(confirmationPath(token, callbackURL))
    await mailer.send(verifyAddressMail(user.email, url))
  } catch (error) {
    // Without its mail the account could never be confirmed: after the deletion, the same address
    // may sign up again.
    await internalAdapter.deleteUser(user.id)
    refuseWithoutMail(error)
  }
  await markSignUpBrowser(ctx, user.id)
  await audit(sql, { actor: user, action: 'sign_up', subjectId: user.id })
}

/**
 * Refuses the second of two concurrent sign-ups with one address, for which the library could not
 * create an account.
 */
export async function refuseTakenAddress(ctx: HookContext, parts: HookParts): Promise<void> {
  const { email } = signUpBody.parse(ctx.body)
  const found = await ctx.context.internalAdapter.findUserByEmail(email)
  if (found) await refuseKnownAddress(ctx, found.user, parts)
}

/** Mails the owner of the account about the attempt, and tells the caller that the account exists. */
async function refuseKnownAddress(
  ctx: HookContext,
  { id, email }: { id: string; email: string },
  parts: HookParts,
): Promise<never> {
  const { callbackURL = CONFIRMED_PATH } = signUpBody.parse(ctx.body)
  await sendLimited(
    parts,
    id,
    existingAccountMail(email, {
      // The return address is kept while the user signs in.
      login: parts.pageUrl(`/login?${new URLSearchParams({ return_to: callbackURL })}`),
      recover: parts.pageUrl('/forgot-password'),
    }),
  )
  throw new APIError('UNPROCESSABLE_ENTITY', {
    code: 'USER_ALREADY_EXISTS',
    message: 'An account with this email already exists. Please sign in instead.',
  })
}

/**
 * @param cause has the `code` that the mailer gives
 * @throws APIError: mail cannot be sent
 */
export function refuseWithoutMail(cause: unknown): never {
  throw new APIError(
    'SERVICE_UNAVAILABLE',
    { code: 'MAIL_UNAVAILABLE', message: 'We cannot send mail right now. Please try again later.' },
    { cause: String((cause as { code?: string }).code) },
  )
}

/** Sign-up requires no name: the local part of the address is used instead. */
export function withName(body: unknown) {
  const given = signUpBody.safeParse(body)
  if (!given.success) return {}
  const { name, email } = given.data
  return { name: name.trim().slice(0, NAME_MAX) || defaultName(email) }
}
