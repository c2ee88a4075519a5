import { audit } from '#api/services/audit.ts'
import type { Sql } from '#db/client.ts'
import type { HookContext } from './hook-context.ts'
import { NETWORK_HEADER } from './options.ts'
import { forgetFactors } from './second-factors.ts'

interface FactorChange {
  action: 'factor.add' | 'factor.remove'
  kind: 'code' | 'passkey'
  /** The words that precede "your account" in the mail about it. */
  words: string
}

/** The audit entry of each successful factor change. */
const FACTOR_CHANGES: Record<string, FactorChange> = {
  '/two-factor/verify-totp': {
    action: 'factor.add',
    kind: 'code',
    words: 'An authenticator app was added to',
  },
  '/two-factor/disable': {
    action: 'factor.remove',
    kind: 'code',
    words: 'The authenticator app was removed from',
  },
  '/passkey/verify-registration': {
    action: 'factor.add',
    kind: 'passkey',
    words: 'A passkey was added to',
  },
  '/passkey/delete-passkey': {
    action: 'factor.remove',
    kind: 'passkey',
    words: 'A passkey was removed from',
  },
}

/**
 * Records a change of a second factor, if the request made one.
 * @returns the change; undefined when there was none
 */
export async function noteFactorChange(
  ctx: HookContext,
  userId: string,
  sql: Sql,
): Promise<FactorChange | undefined> {
  const change = FACTOR_CHANGES[ctx.path]
  // Verifying the same code again changes nothing: the session is not replaced.
  const isAgain = ctx.path === '/two-factor/verify-totp' && !ctx.context.newSession
  if (!change || isAgain) return undefined
  const { action, kind } = change
  if (action === 'factor.add' && kind === 'passkey') {
    await sql`
      update sessions set factor = 'passkey', confirmed_at = now()
      where id = ${ctx.context.session?.session.id ?? ''}`
  }
  if (action === 'factor.remove') await forgetFactors(sql, userId)
  const network = ctx.headers?.get(NETWORK_HEADER) ?? ''
  await audit(sql, {
    actor: { id: userId },
    action,
    subjectId: userId,
    details: { kind },
    network,
  })
  return change
}

/** Presenting a passkey while signed in opens a new session; the previous one is ended. */
export async function endReplacedSession(ctx: HookContext, sql: Sql): Promise<void> {
  const { newSession, authCookies, secret } = ctx.context
  const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
  if (!token || !newSession) return
  await sql`
    delete from sessions where token = ${token} and user_id = ${newSession.user.id}
      and id <> ${newSession.session.id}`
}
