import { customerOf } from '#api/services/billing/customers.ts'
import { refreshCustomer } from '#api/services/billing/refresh.ts'
import type { Subscription } from '#api/services/billing/stand-in/objects.ts'
import { readTeamPlan } from '#api/services/billing/team-seats.ts'
import { hashOfToken } from '#api/services/mail/mailed-token.ts'
import { acceptInvite } from '#api/services/teams/invites.ts'
import { insertPayer, insertTeam, type testBilling } from './billing.ts'

type TestBilling = ReturnType<typeof testBilling>

/** An owner, as the handlers of team billing receive one. */
export interface TeamCaller {
  teamId: string
  actor: { id: string }
  network: string
}

/** Inserts a team that pays for seats, of which some are used. */
export async function insertPayingTeam(
  billing: TestBilling,
  { seats = 5, seated = 3 } = {},
): Promise<{ caller: TeamCaller; subscription: Subscription }> {
  const { id, ownerId } = await insertTeam(billing.sql, { seated })
  const customer = await customerOf(billing, id)
  const subscription = billing.standIn.ledger.subscribe(customer, 'price_monthly', seats)
  await refreshCustomer(billing, customer)
  return { caller: { teamId: id, actor: { id: ownerId }, network: '' }, subscription }
}

/** The seats at present, and from the renewal on. */
export async function seatsOf(
  billing: TestBilling,
  caller: TeamCaller,
): Promise<(number | undefined)[]> {
  const { seats, plan } = await readTeamPlan(billing, caller)
  return [seats, plan?.renewal_seats]
}

/** Invites a new account into the team. @returns the acceptance. */
export async function invitedPayer(
  { sql }: TestBilling,
  { teamId }: TeamCaller,
): Promise<() => Promise<string>> {
  const userId = await insertPayer(sql)
  const token = userId.padStart(43, 'x')
  await sql`
    insert into team_invites (team_id, email, role, token_hash, invited_by, expires_at)
    select ${teamId}, ${`${userId}@payer.test`}, 'recruiter', ${hashOfToken(token)}, id,
      now() + interval '1 day'
    from team_members where team_id = ${teamId} and role = 'owner' and ended_at is null`
  return () => acceptInvite(sql, { actor: { id: userId }, network: '' }, token)
}
