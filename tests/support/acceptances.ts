import { hashOfToken } from '#api/services/mail/mailed-token.ts'
import { acceptInvite } from '#api/services/teams/invites.ts'
import { connect, type Sql } from '#db/client.ts'
import { type InvitedRole, VIEWERS_PER_SEAT } from '#db/schema/teams.ts'
import type { ErrorCode } from '#sync/contract/errors.ts'
import { testDatabase } from './database.ts'

/** Accounts that are invited, and the seats that the team has left for them. */
const INVITED = 200
const FREE_SEATS = 5

/** The outcome of a round in which the limit of seats holds. */
export const SEATS_HELD: Outcome = {
  joined: FREE_SEATS,
  refused: { seats_taken: INVITED - FREE_SEATS },
  members: FREE_SEATS + 1,
}

/** How many of them can be viewers, who take no seat. */
export const VIEWER_PLACES = (FREE_SEATS + 1) * VIEWERS_PER_SEAT

/** The outcome of a round with viewers only. */
export const VIEWERS_HELD: Outcome = {
  joined: VIEWER_PLACES,
  refused: { seats_taken: INVITED - VIEWER_PLACES },
  members: VIEWER_PLACES + 1,
}

interface Outcome {
  joined: number
  refused: Partial<Record<ErrorCode, number>>
  /** Members that the team then has, its owner among them. */
  members: number
}

/** A database with accounts that are invited into a new team each round, and accept at once. */
export async function openAcceptances(): Promise<{
  /** Roles, in turn, that they are invited as. */
  round(roles?: readonly InvitedRole[]): Promise<Outcome>
  close(): Promise<void>
}> {
  const database = await testDatabase()
  const sql = connect(database.url, { max: 20 })
  await insertInvited(sql)
  return {
    round: (roles = ['recruiter', 'manager']) => acceptAtOnce(sql, roles),
    async close() {
      await sql.end()
      await database.close()
    },
  }
}

const tokenOf = (number: number) => String(number).padStart(43, 'x')

/** Makes the accounts that all rounds invite, and the owner of their teams. */
async function insertInvited(sql: Sql): Promise<void> {
  await sql`
    insert into users (id, name, email, email_verified)
    select 'invited' || n, 'Invited ' || n, 'invited' || n || '@agency.test', true
    from generate_series(0, ${INVITED}) n`
}

/** @param roles what they are invited as, in turn. */
async function acceptAtOnce(sql: Sql, roles: readonly InvitedRole[]): Promise<Outcome> {
  const team = await sql.begin(async (tx) => {
    const [made] = await tx<{ id: string }[]>`
      insert into teams (name, seats) values ('A desk', ${FREE_SEATS + 1}) returning id`
    const id = made?.id ?? ''
    const [owner] = await tx<{ id: string }[]>`
      insert into team_members (team_id, user_id, role, display_name)
      values (${id}, 'invited0', 'owner', 'The owner') returning id`
    const invites = Array.from({ length: INVITED }, (_, index) => ({
      team_id: id,
      email: `invited${index + 1}@agency.test`,
      role: roles[index % roles.length] ?? 'recruiter',
      token_hash: hashOfToken(tokenOf(index + 1)),
      invited_by: owner?.id ?? '',
      expires_at: new Date(Date.now() + 60_000),
    }))
    await tx`insert into team_invites ${tx(invites)}`
    return id
  })
  const answers = await Promise.all(
    Array.from({ length: INVITED }, (_, index) => {
      const caller = { actor: { id: `invited${index + 1}` }, network: '' }
      return acceptInvite(sql, caller, tokenOf(index + 1)).then(
        () => null,
        (error: { code: ErrorCode }) => error.code,
      )
    }),
  )
  const [live] = await sql<{ members: number }[]>`
    select count(*)::integer as members from team_members
    where team_id = ${team} and ended_at is null`
  await sql`delete from teams where id = ${team}`
  const refused: Partial<Record<ErrorCode, number>> = {}
  for (const code of answers) if (code !== null) refused[code] = (refused[code] ?? 0) + 1
  return {
    joined: answers.filter((code) => code === null).length,
    refused,
    members: live?.members ?? 0,
  }
}
