import type { Queryable, Sql } from '#db/client.ts'
import type { TeamRole } from '#db/schema/teams.ts'
import type { TestApp } from './app.ts'
import { linkIn, mailTo } from './cookie-jar.ts'

/** An account with a session, in a network of its own. */
export interface Person {
  id: string
  email: string
  ask(method: string, path: string, json?: unknown): Promise<Response>
}

let people = 0

/** A new account. */
export async function newPerson(
  app: TestApp,
  { name = 'Ana', tier }: { name?: string; tier?: string } = {},
): Promise<Person> {
  const number = ++people
  const email = `person${number}.${crypto.randomUUID().slice(0, 8)}@agency.test`
  const headers = await app.asUser(email)
  const [user] = await app.sql<{ id: string }[]>`
    update users set name = ${name} where email = ${email} returning id`
  if (!user) throw new Error('the account was not made')
  if (tier) {
    await app.sql`
      insert into entitlements (user_id, tier, status) values (${user.id}, ${tier}, 'active')`
  }
  const network = `2001:db8:1:${number.toString(16)}::1`
  return {
    id: user.id,
    email,
    ask: (method, path, json) =>
      app.request(path, { as: 'session', method, json, headers, network }),
  }
}

/** The status, and for an error its code: "403 not_a_member". */
export async function outcome(asked: Promise<Response>): Promise<string> {
  const response = await asked
  const code = /^\{"error":\{"code":"(\w+)"/.exec(await response.text())?.[1]
  return [response.status, code].filter(Boolean).join(' ')
}

/** A team of this owner, made by SQL. */
export async function teamOf(
  sql: Sql,
  owner: Pick<Person, 'id'>,
  { name = 'A desk', seats = 10 } = {},
): Promise<string> {
  return sql.begin(async (tx) => {
    const [team] = await tx<{ id: string }[]>`
      insert into teams (name, seats) values (${name}, ${seats}) returning id`
    if (!team) throw new Error('the team was not made')
    await tx`
      insert into team_members (team_id, user_id, role, display_name)
      values (${team.id}, ${owner.id}, 'owner', 'The owner')`
    return team.id
  })
}

/** Adds a member by SQL, each a second after the one before. @returns the membership's id. */
export async function memberIn(
  sql: Queryable,
  teamId: string,
  { id }: Pick<Person, 'id'>,
  role: TeamRole,
): Promise<string> {
  const [member] = await sql<{ id: string }[]>`
    insert into team_members (team_id, user_id, role, display_name, joined_at)
    select ${teamId}, ${id}, ${role}, name,
      now() + (select count(*) from team_members where team_id = ${teamId}) * interval '1 second'
    from users where id = ${id} returning id`
  if (!member) throw new Error('the member was not added')
  return member.id
}

/** The newest token that was mailed to an address. */
export async function tokenMailedTo(app: TestApp, email: string): Promise<string> {
  const link = linkIn(await mailTo(app, email, /invites you/))
  return /^\/join\?token=([\w-]{43})$/.exec(link)?.[1] ?? ''
}
