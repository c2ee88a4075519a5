import type { Caller } from '#api/caller.ts'
import { accountOf, type Parts } from '#api/context.ts'
import type { InviteRequest, ShownInvite, TeamInvite } from '#api/contract/teams.ts'
import { type AccountUser, isDesignatedDemo } from '#api/services/accounts/actor.ts'
import { audit } from '#api/services/audit.ts'
import { hashOfToken, newMailedToken } from '#api/services/mail/mailed-token.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { INVITE_DAYS, type TeamInviteRow, type TeamRow } from '#db/schema/teams.ts'
import { AppError } from '#sync/contract/errors.ts'
import { inviteActionOf } from '#sync/contract/team-permissions.ts'
import { displayName } from './display-name.ts'
import { revokeUnsendable } from './members.ts'
import {
  assertMayJoinMore,
  assertNotLapsed,
  authorizeInTeam,
  lockJoiningAccount,
  lockOwnTeam,
  ownTeam,
  type TeamCaller,
} from './membership.ts'
import { assertSeat } from './seats.ts'

/** The most invitations of a team per address and day, so that no mailbox is flooded. */
const MAILS_A_DAY = 3

/** How long a closed invitation is stored, with the address of a person who may have no account. */
const KEPT_DAYS = 30

/** SQL: whether an invitation, in the table alias `i`, is open. */
const isOpen = (sql: Queryable) =>
  sql`i.accepted_at is null and i.revoked_at is null and i.expires_at > now()`

/**
 * Invites an address; this replaces an earlier invitation of it. Security: the response does not
 * reveal whether the address has an account.
 * @returns the invitation and its token to be mailed; null for an account that cannot join a team
 *   (banned, or a shared demo account), which gets no mail
 * @throws AppError `already_member`; `team_lapsed`; `rate_limited` for an address that received
 *   enough mail today
 */
export async function inviteToTeam(
  { sql, env }: Pick<Parts, 'sql' | 'env'>,
  caller: TeamCaller,
  { email, role }: InviteRequest,
): Promise<{ invite: TeamInvite; team: string; token: string | null }> {
  const { token, hash } = newMailedToken()
  return sql.begin(async (tx) => {
    const team = await lockOwnTeam(tx, caller, inviteActionOf(role))
    assertNotLapsed(team)
    const [account] = await tx<(AccountUser & { is_banned: boolean; is_member: boolean })[]>`
      select u.id, u.email, u.role, u.demo_account, u.banned_at is not null as is_banned,
        m.id is not null as is_member
      from users u left join team_members m
        on m.user_id = u.id and m.team_id = ${team.id} and m.ended_at is null
      where u.email = ${email}`
    if (account?.is_member) {
      throw new AppError('already_member', 'This address is that of a member of the team.')
    }
    const [mailed] = await tx<{ count: number }[]>`
      select count(*)::integer as count from team_invites
      where team_id = ${team.id} and email = ${email} and created_at > now() - interval '1 day'`
    if ((mailed?.count ?? 0) >= MAILS_A_DAY) {
      throw new AppError(
        'rate_limited',
        `This address was invited ${MAILS_A_DAY} times today. Try again tomorrow.`,
      )
    }
    await tx`
      update team_invites set revoked_at = now()
      where team_id = ${team.id} and email = ${email}
        and accepted_at is null and revoked_at is null`
    const [made] = await tx<{ id: string }[]>`
      insert into team_invites (team_id, email, role, token_hash, invited_by, expires_at)
      values (${team.id}, ${email}, ${role}, ${hash}, ${team.memberId},
        now() + make_interval(days => ${INVITE_DAYS}))
      returning id`
    const invite = (await readInvites(tx, team.id)).find(({ id }) => id === made?.id)
    if (!invite) throw new Error('the invitation was not inserted')
    // The address is left out: the audit log is permanent.
    await audit(tx, {
      ...caller,
      action: 'team.invite',
      subjectId: team.id,
      details: { invite: invite.id, role },
    })
    const canJoin = !account || !(account.is_banned || isDesignatedDemo(account, env))
    return { invite, team: team.name, token: canJoin ? token : null }
  })
}

/**
 * Deletes an invitation whose mail was not sent: it must not count toward the limit, no mail has
 * its token, and only mailed invitations are listed as open. The invitation that it replaced is
 * restored: open again, or expired since.
 */
export async function forgetInvite(sql: Sql, token: string): Promise<void> {
  const hash = hashOfToken(token)
  await sql.begin(async (tx) => {
    await tx`
      select from teams where id = (select team_id from team_invites where token_hash = ${hash})
      for no key update`
    // A replaced invitation was revoked in the transaction that created its replacement.
    const [before] = await tx<{ sender: string }[]>`
      with forgotten as (
        delete from team_invites where token_hash = ${hash} and accepted_at is null
        returning team_id, email, created_at, revoked_at)
      update team_invites i set revoked_at = f.revoked_at from forgotten f
      where i.team_id = f.team_id and i.email = f.email and i.revoked_at = f.created_at
      returning i.invited_by as sender`
    // While the invitation was replaced, its sender may have lost the right to send it, which did
    // not revoke it then.
    if (before) await revokeUnsendable(tx, before.sender)
  })
}

/** The open invitations of a team, newest first. */
export async function openInvites(sql: Sql, caller: TeamCaller): Promise<TeamInvite[]> {
  const team = await ownTeam(sql, caller, 'team.invite')
  return readInvites(sql, team.id)
}

async function readInvites(sql: Queryable, teamId: string): Promise<TeamInvite[]> {
  const rows = await sql<(TeamInviteRow & { inviter: string })[]>`
    select i.*, m.display_name as inviter
    from team_invites i join team_members m on m.id = i.invited_by
    where i.team_id = ${teamId} and ${isOpen(sql)}
    order by i.created_at desc, i.id`
  return rows.map(({ id, email, role, inviter, created_at, expires_at }) => ({
    id,
    email,
    role,
    invited_by: inviter,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }))
}

/**
 * Revokes an open invitation.
 * @throws AppError `not_found` when there is none with this id
 */
export async function revokeInvite(sql: Sql, caller: TeamCaller, inviteId: string): Promise<void> {
  await sql.begin(async (tx) => {
    const team = await lockOwnTeam(tx, caller, 'team.invite')
    const [invite] = await tx<TeamInviteRow[]>`
      select i.* from team_invites i
      where i.id = ${inviteId} and i.team_id = ${team.id} and ${isOpen(tx)}`
    if (!invite) throw new AppError('not_found', 'There is no such open invitation.')
    authorizeInTeam(team.role, inviteActionOf(invite.role))
    await tx`update team_invites set revoked_at = now() where id = ${invite.id}`
    await audit(tx, {
      ...caller,
      action: 'team.revoke_invite',
      subjectId: team.id,
      details: { invite: invite.id },
    })
  })
}

/**
 * An open invitation as the holder of its token sees it: without the address and the members.
 * @throws AppError `not_found` for an unknown, used, revoked or expired token
 */
export async function readInvite(sql: Queryable, token: string): Promise<ShownInvite> {
  const [invite] = await sql<ShownInvite[]>`
    select t.name as team, m.display_name as invited_by, i.role
    from team_invites i join teams t on t.id = i.team_id
    join team_members m on m.id = i.invited_by
    where i.token_hash = ${hashOfToken(token)} and ${isOpen(sql)}`
  if (!invite) throw notValid()
  return invite
}

/**
 * Makes the caller a member, as invited. Both the token and the account's address must be those of
 * the mail. A token works once; of concurrent acceptances only as many succeed as there are seats.
 * @returns the team's id
 * @throws AppError `not_found` for an unknown, used, revoked or expired token; `other_address`;
 *   `already_member`, also for a used token of the account's own team, because the first response
 *   may have been lost; `team_lapsed`, `seats_taken`, `quota_reached`
 */
export async function acceptInvite(sql: Sql, caller: Caller, token: string): Promise<string> {
  const userId = accountOf(caller.actor)
  const hash = hashOfToken(token)
  return sql.begin(async (tx) => {
    const account = await lockJoiningAccount(tx, userId)
    // This comes first: the acceptance whose response was lost may have filled the quota.
    await assertNotJoined(tx, userId, hash)
    await assertMayJoinMore(tx, userId)
    const [found] = await tx<{ team_id: string }[]>`
      select i.team_id from team_invites i where i.token_hash = ${hash} and ${isOpen(tx)}`
    if (!found) throw notValid()
    const [team] = await tx<Pick<TeamRow, 'id' | 'seats' | 'lapsed_at'>[]>`
      select id, seats, lapsed_at from teams where id = ${found.team_id} for no key update`
    // The invitation is read again under the team's lock: it may have been used or revoked by now.
    const [invite] = await tx<TeamInviteRow[]>`
      select i.* from team_invites i where i.token_hash = ${hash} and ${isOpen(tx)}`
    if (!team || !invite) throw notValid()
    if (invite.email !== account.email.toLowerCase()) {
      throw new AppError(
        'other_address',
        'This invitation was mailed to another address. Sign in with that one.',
      )
    }
    const live = await tx`
      select from team_members
      where team_id = ${team.id} and user_id = ${userId} and ended_at is null`
    if (live.length > 0) throw alreadyMember()
    assertNotLapsed(team)
    await assertSeat(tx, team, invite.role)
    await tx`update team_invites set accepted_at = now() where id = ${invite.id}`
    await tx`
      insert into team_members (team_id, user_id, role, display_name)
      values (${team.id}, ${userId}, ${invite.role}, ${displayName(account)})`
    await audit(tx, {
      ...caller,
      action: 'team.join',
      subjectId: team.id,
      details: { role: invite.role },
    })
    return team.id
  })
}

/** @throws AppError `already_member` when the token was accepted and the account is in its team */
async function assertNotJoined(sql: Queryable, userId: string, hash: Buffer): Promise<void> {
  const joined = await sql`
    select from team_invites i join team_members m on m.team_id = i.team_id
    where i.token_hash = ${hash} and i.accepted_at is not null
      and m.user_id = ${userId} and m.ended_at is null`
  if (joined.length > 0) throw alreadyMember()
}

/** Deletes invitations that were closed some time ago. */
export async function purgeInvites(sql: Sql): Promise<void> {
  await sql`
    delete from team_invites
    where least(expires_at, accepted_at, revoked_at) < now() - make_interval(days => ${KEPT_DAYS})`
}

function alreadyMember(): AppError {
  return new AppError('already_member', 'You are a member of this team already.')
}

function notValid(): AppError {
  return new AppError('not_found', 'The invitation is not valid, or not any more.')
}
