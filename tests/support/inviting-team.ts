import { expect } from 'vitest'
import type { TeamInvite } from '#api/contract/teams.ts'
import type { TestApp } from './app.ts'
import { newPerson, outcome, type Person, teamOf, tokenMailedTo } from './teams.ts'

/** A team that invites, by its owner. */
export interface InvitingTeam {
  owner: Person
  id: string
  invite(email: string, role?: string): Promise<Response>
  /** Invites an account. @returns its token. */
  invited(person: Person, role?: string): Promise<string>
  openInvites(): Promise<TeamInvite[]>
  /** The account's roles in the team at present: one, or none. */
  liveRoles(person: Person): Promise<string[]>
}

export async function invitingTeam(app: TestApp): Promise<InvitingTeam> {
  const owner = await newPerson(app, { name: 'Olga Owner' })
  const id = await teamOf(app.sql, owner, { name: 'Desk north' })
  const invite = (email: string, role = 'recruiter') =>
    owner.ask('POST', `/api/teams/${id}/invites`, { email, role })
  return {
    owner,
    id,
    invite,
    async invited(person, role) {
      expect(await outcome(invite(person.email, role))).toBe('201')
      return tokenMailedTo(app, person.email)
    },
    async openInvites() {
      const answer = await owner.ask('GET', `/api/teams/${id}/invites`)
      return ((await answer.json()) as { invites: TeamInvite[] }).invites
    },
    async liveRoles(person) {
      const rows = await app.sql<{ role: string }[]>`
        select role from team_members
        where team_id = ${id} and user_id = ${person.id} and ended_at is null`
      return rows.map(({ role }) => role)
    },
  }
}

/** What a token that is unknown, used or expired is answered. */
export const NOT_VALID = {
  error: { code: 'not_found', message: 'The invitation is not valid, or not any more.' },
}

export const accept = ({ ask }: Person, token: string) =>
  ask('POST', '/api/team-invites/accept', { token })

/** What a visitor with the mailed link is shown. */
export const readInvite = (app: TestApp, token: string) =>
  app.request('/api/team-invites/read', { as: 'visitor', json: { token } })
