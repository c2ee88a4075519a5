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
 * Sends the mail of a sign-up: "you have an account already", or the confirmation that must go out
 * for the account to stay.
 */
export async function finishSignUp(ctx: HookContext, parts: HookParts): Promise<void> {
  const { sql, mailer } = parts
  const { user } = signUpAnswer.parse(ctx.context.returned)
  const { callbackURL = CONFIRMED_PATH } = signUpBody.parse(ctx.body)
  const { internalAdapter, secret } = ctx.context
  const found = await internalAdapter.findUserByEmail(user.email)
  // For a known address the library answers as for a new one, with a made-up id.
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
    // Without its mail the account could never be opened: the same address may sign up again.
    await internalAdapter.deleteUser(user.id)
    refuseWithoutMail(error)
  }
  await markSignUpBrowser(ctx, user.id)
  await audit(sql, { actor: user, action: 'sign_up', subjectId: user.id })
}

/**
 * Refuses the second of two sign-ups at once with one address, for which the library could not make an account.
 */
export async function refuseTakenAddress(ctx: HookContext, parts: HookParts): Promise<void> {
  const { email } = signUpBody.parse(ctx.body)
  const found = await ctx.context.internalAdapter.findUserByEmail(email)
  if (found) await refuseKnownAddress(ctx, found.user, parts)
}

/** Tells the owner of the account of the attempt, and the caller that there is one. */
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
      // The return address survives the detour over sign-in.
      login: parts.pageUrl(`/login?${new URLSearchParams({ return_to: callbackURL })}`),
      recover: parts.pageUrl('/forgot-password'),
    }),
  )
  throw new APIError('UNPROCESSABLE_ENTITY', {
    code: 'USER_ALREADY_EXISTS',
    message: 'An account with this email already exists. Please sign in instead.',
  })
}

/** @throws APIError: mail cannot be sent. @param cause has the `code` that the mailer gives. */
export function refuseWithoutMail(cause: unknown): never {
  throw new APIError(
    'SERVICE_UNAVAILABLE',
    { code: 'MAIL_UNAVAILABLE', message: 'We cannot send mail right now. Please try again later.' },
    { cause: String((cause as { code?: string }).code) },
  )
}

/** Sign-up asks for no name: the local part of the address stands in for it. */
export function withName(body: unknown) {
  const given = signUpBody.safeParse(body)
  if (!given.success) return {}
  const { name, email } = given.data
  return { name: name.trim().slice(0, NAME_MAX) || defaultName(email) }
}
