import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { banAccount } from '#api/services/accounts/bans.ts'
import { purgeInvites } from '#api/services/teams/invites.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import {
  accept,
  type InvitingTeam,
  invitingTeam,
  NOT_VALID,
  readInvite,
} from '#tests/support/inviting-team.ts'
import { soon } from '#tests/support/soon.ts'
import { memberIn, newPerson, outcome, teamOf, tokenMailedTo } from '#tests/support/teams.ts'

let app: TestApp
let team: InvitingTeam
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())
beforeEach(async () => {
  team = await invitingTeam(app)
})

/** Starts a call that waits for the team's lock, and makes a change before the call gets it. */
async function whileLocked(
  call: () => Promise<string>,
  change: (tx: TransactionSql) => Promise<unknown>,
): Promise<string> {
  let answer: Promise<string> | undefined
  await app.sql.begin(async (tx) => {
    await tx`select from teams where id = ${team.id} for update`
    answer = call()
    await soon(async () => {
      const waiting = await app.sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      expect(waiting).toHaveLength(1)
    })
    await change(tx)
  })
  return answer ?? ''
}

describe('an invitation that is over', () => {
  it('TEAMS-11 is refused after its revocation', async () => {
    const guest = await newPerson(app)
    const token = await team.invited(guest)
    const [open] = await team.openInvites()
    const revoke = () =>
      outcome(team.owner.ask('DELETE', `/api/teams/${team.id}/invites/${open?.id}`))
    expect(await revoke()).toBe('204')
    expect(await revoke()).toBe('404 not_found')
    const answers = [await accept(guest, token), await readInvite(app, token)]
    for (const answer of answers) expect(await answer.json()).toEqual(NOT_VALID)
    expect(await team.liveRoles(guest)).toEqual([])
  })

  it('TEAMS-11 is refused after its seven days', async () => {
    const guest = await newPerson(app)
    const token = await team.invited(guest)
    await app.sql`update team_invites set expires_at = now() where team_id = ${team.id}`
    const answers = [await accept(guest, token), await readInvite(app, token)]
    for (const answer of answers) expect(await answer.json()).toEqual(NOT_VALID)
    expect(await team.openInvites()).toEqual([])
    // It does not prevent another invitation either.
    expect(await outcome(team.invite(guest.email))).toBe('201')
  })

  it('TEAMS-11 is refused once the team is closed', async () => {
    const guest = await newPerson(app)
    const token = await team.invited(guest)
    expect(await outcome(team.owner.ask('DELETE', `/api/teams/${team.id}`))).toBe('204')
    expect(await outcome(accept(guest, token))).toBe('404 not_found')
  })

  it('TEAMS-11 is refused once who sent it is banned', async () => {
    const guest = await newPerson(app)
    const manager = await newPerson(app)
    await memberIn(app.sql, team.id, manager, 'manager')
    const json = { email: guest.email, role: 'viewer' }
    expect(await outcome(manager.ask('POST', `/api/teams/${team.id}/invites`, json))).toBe('201')
    const token = await tokenMailedTo(app, guest.email)
    const chief = { actor: { id: 'chief' }, network: '' }
    await banAccount(app.parts, chief, manager.id, 'Scraping')
    expect(await outcome(accept(guest, token))).toBe('404 not_found')
  })

  it('TEAMS-11 is accepted once of two acceptances at once', async () => {
    const guest = await newPerson(app)
    const token = await team.invited(guest)
    const answers = await Promise.all([1, 2, 3].map(() => outcome(accept(guest, token))))
    expect(answers.sort()).toEqual(['200', '409 already_member', '409 already_member'])
    expect(await team.liveRoles(guest)).toEqual(['recruiter'])
  })

  it('TEAMS-11 is told from one that was accepted before, for as long as the member stays', async () => {
    const guest = await newPerson(app)
    // This is the last team that the account can join.
    for (let i = 0; i < 4; i++) await teamOf(app.sql, guest)
    const token = await team.invited(guest)
    expect(await outcome(accept(guest, token))).toBe('200')
    const again = await accept(guest, token)
    expect(again.status).toBe(409)
    expect(await again.json()).toEqual({
      error: { code: 'already_member', message: 'You are a member of this team already.' },
    })
    expect(await team.liveRoles(guest)).toEqual(['recruiter'])
    await app.sql`
      update team_members set ended_at = now() where team_id = ${team.id} and user_id = ${guest.id}`
    expect(await outcome(accept(guest, token))).toBe('404 not_found')
  })

  it('TEAMS-11 is refused where its revocation commits while the acceptance waits', async () => {
    const guest = await newPerson(app)
    const token = await team.invited(guest)
    const answer = await whileLocked(
      () => outcome(accept(guest, token)),
      (tx) => tx`update team_invites set revoked_at = now() where team_id = ${team.id}`,
    )
    expect(answer).toBe('404 not_found')
    expect(await team.liveRoles(guest)).toEqual([])
  })

  it('TEAMS-07 is not sent by a manager who is removed while the call waits', async () => {
    const manager = await newPerson(app)
    const id = await memberIn(app.sql, team.id, manager, 'manager')
    const json = { email: 'late@agency.test', role: 'viewer' }
    const answer = await whileLocked(
      () => outcome(manager.ask('POST', `/api/teams/${team.id}/invites`, json)),
      (tx) => tx`update team_members set ended_at = now() where id = ${id}`,
    )
    expect(answer).toBe('403 not_a_member')
    expect(await team.openInvites()).toEqual([])
  })

  it('TEAMS-11 is deleted 30 days after it expired, was accepted or revoked; an open one is not', async () => {
    for (const end of ['expires', 'accepted', 'revoked']) {
      for (const days of [29, 31]) {
        const email = `${end}-${days}@agency.test`
        await team.invite(email)
        await app.sql`
          update team_invites set ${app.sql(`${end}_at`)} = now() - make_interval(days => ${days})
          where team_id = ${team.id} and email = ${email}`
      }
    }
    await team.invite('open@agency.test')
    await purgeInvites(app.sql)
    const kept = await app.sql`
      select email from team_invites where team_id = ${team.id} order by created_at`
    expect(kept.map(({ email }) => email)).toEqual([
      'expires-29@agency.test',
      'accepted-29@agency.test',
      'revoked-29@agency.test',
      'open@agency.test',
    ])
  })
})
