import { getSessionFromCtx } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { z } from 'zod'
import type { HookContext, HookParts } from './hook-context.ts'
import { dropStrangersPassword } from './sign-up-browser.ts'

const verifyQuery = z.object({ token: z.string() })
const verifyPayload = z.object({ email: z.email() })

/**
 * Where the link of a confirmation mail leads: on the way, or to a page that says why not. To be called
 * before the library confirms the address; to the address of a link that it refuses it adds why.
 * @param next where the sign-up was on the way to.
 * @throws a redirect where another account is signed in: its session is not replaced unasked.
 */
export async function confirmationTarget(
  ctx: HookContext,
  parts: HookParts,
  next: string,
): Promise<string> {
  const user = await userToConfirm(ctx)
  if (!user) return statusPath(next)
  const session = await getSessionFromCtx(ctx)
  if (session && session.user.id !== user.id) {
    throw ctx.redirect(statusPath(next, { error: 'OTHER_ACCOUNT' }))
  }
  if (user.emailVerified) {
    return session ? next : statusPath(next, { error: 'ALREADY_CONFIRMED' })
  }
  const isElsewhere = await dropStrangersPassword(ctx, user, parts)
  return isElsewhere ? statusPath(next, { confirmed: 'elsewhere' }) : next
}

/** The page that says what a confirmation link did. */
function statusPath(next: string, status: Record<string, string> = {}): string {
  return `/check-email-confirmation?${new URLSearchParams({ ...status, return_to: next })}`
}

/** The user that a confirmation link is for; null when the link is forged or expired. */
async function userToConfirm({ query, context }: HookContext) {
  const { success, data } = verifyQuery.safeParse(query)
  const payload = success ? await verifyJWT(data.token, context.secret) : null
  const { data: link } = verifyPayload.safeParse(payload)
  const found = link ? await context.internalAdapter.findUserByEmail(link.email) : null
  return found?.user ?? null
}
