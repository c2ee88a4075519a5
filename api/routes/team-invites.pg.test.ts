import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TeamInvite } from '#api/contract/teams.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { mailTo } from '#tests/support/cookie-jar.ts'
import {
  accept,
  type InvitingTeam,
  invitingTeam,
  NOT_VALID,
  readInvite,
} from '#tests/support/inviting-team.ts'
import { soon } from '#tests/support/soon.ts'
import {
  memberIn,
  newPerson,
  outcome,
  type Person,
  teamOf,
  tokenMailedTo,
} from '#tests/support/teams.ts'

let app: TestApp
let team: InvitingTeam
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())
beforeEach(async () => {
  team = await invitingTeam(app)
})

/**
 * Delays the next mail.
 * @returns a function that refuses it
 */
function holdMail(): () => void {
  let refuse = (_: Error): void => undefined
  const mail = new Promise<void>((_, reject) => {
    refuse = reject
  })
  const sending = vi.spyOn(app.parts.mailer, 'send').mockReturnValueOnce(mail)
  onTestFinished(() => sending.mockRestore())
  return () => refuse(new Error('mailbox full'))
}

/** The invitations of an address that the team still stores. */
const kept = ({ email }: Person) => app.sql`
  select revoked_at is not null as is_over from team_invites
  where team_id = ${team.id} and email = ${email}`

describe('an invitation', () => {
  it('TEAMS-09 goes by mail, and its link leads into the team, once', async () => {
    const guest = await newPerson(app, { name: 'Gil Guest' })
    const token = await team.invited(guest, 'viewer')
    const mail = await mailTo(app, guest.email, /invites you/)
    expect(mail.subject).toBe(
      '\u2068The owner\u2069 invites you to the team \u2068Desk north\u2069 on Clinidex',
    )
    expect(mail.text).toContain('as a viewer')
    expect(mail.text).toContain('The link works for 7 days, once.')
    const shown = await readInvite(app, token)
    expect(await shown.json()).toEqual({
      team: 'Desk north',
      invited_by: 'The owner',
      role: 'viewer',
    })
    expect(shown.headers.get('cache-control')).toBe('private, no-store')
    const [stored] = await app.sql`
      select token_hash = sha256(convert_to(${token}, 'utf8')) as is_hash,
        expires_at = created_at + interval '7 days' as is_for_a_week
      from team_invites where team_id = ${team.id}`
    expect(stored).toEqual({ is_hash: true, is_for_a_week: true })
    expect(await (await accept(guest, token)).json()).toEqual({ team_id: team.id })
    expect(await team.liveRoles(guest)).toEqual(['viewer'])
    expect(await team.openInvites()).toEqual([])
    const other = await newPerson(app)
    for (const again of [await accept(other, token), await readInvite(app, token)]) {
      expect(await again.json()).toEqual(NOT_VALID)
    }
    const [trace] = await app.sql`
      select actor_id, details from audit_log
      where action = 'team.join' and subject_id = ${team.id}`
    expect(trace).toEqual({ actor_id: guest.id, details: { role: 'viewer' } })
  })

  it('TEAMS-09 is listed while it is open, with who sent it and until when it works', async () => {
    const email = 'new.person@agency.test'
    const made = (await (await team.invite(email)).json()) as TeamInvite
    expect(await team.openInvites()).toEqual([made])
    expect(made).toEqual({
      id: expect.any(String),
      email,
      role: 'recruiter',
      invited_by: 'The owner',
      created_at: expect.stringMatching(/Z$/),
      expires_at: new Date(Date.parse(made.created_at) + 7 * 86_400_000).toISOString(),
    })
    const traces = await app.sql`
      select details from audit_log where action = 'team.invite' and subject_id = ${team.id}`
    expect(traces).toEqual([{ details: { invite: made.id, role: 'recruiter' } }])
  })

  it('TEAMS-09 to an address in another case is to the same account', async () => {
    const guest = await newPerson(app)
    expect(await outcome(team.invite(guest.email.toUpperCase()))).toBe('201')
    expect((await team.openInvites()).map(({ email }) => email)).toEqual([guest.email])
    const token = await tokenMailedTo(app, guest.email)
    expect(await outcome(accept(guest, token))).toBe('200')
  })

  it('TEAMS-09 replaces the one before it', async () => {
    const guest = await newPerson(app)
    const first = await team.invited(guest, 'viewer')
    expect(await outcome(team.invite(guest.email, 'manager'))).toBe('201')
    expect(await team.openInvites()).toMatchObject([{ role: 'manager' }])
    expect(await outcome(accept(guest, first))).toBe('404 not_found')
  })

  it('TEAMS-09 is mailed to one address three times a day', async () => {
    const email = `often${crypto.randomUUID()}@agency.test`
    for (let i = 0; i < 3; i++) expect(await outcome(team.invite(email))).toBe('201')
    const refused = await team.invite(email.toUpperCase())
    expect(refused.status).toBe(429)
    expect(await refused.json()).toEqual({
      error: {
        code: 'rate_limited',
        message: 'This address was invited 3 times today. Try again tomorrow.',
      },
    })
    await app.sql`
      update team_invites set created_at = now() - interval '25 hours' where email = ${email}`
    expect(await outcome(team.invite(email))).toBe('201')
  })

  it('TEAMS-09 whose mail was refused is none: it is not listed, nor counted', async () => {
    const guest = await newPerson(app)
    const refusing = vi.spyOn(app.parts.mailer, 'send').mockRejectedValue(new Error('mailbox full'))
    onTestFinished(() => refusing.mockRestore())
    for (let i = 0; i < 3; i++) {
      expect(await outcome(team.invite(guest.email))).toBe('201')
      await soon(async () => expect(await team.openInvites()).toEqual([]))
    }
    expect(refusing).toHaveBeenCalledTimes(3)
    refusing.mockRestore()
    const token = await team.invited(guest)
    expect(await outcome(accept(guest, token))).toBe('200')
  })

  it('TEAMS-09 whose mail was refused leaves the one before it open', async () => {
    const guest = await newPerson(app)
    const first = await team.invited(guest, 'viewer')
    const before = await team.openInvites()
    const refusing = vi.spyOn(app.parts.mailer, 'send').mockRejectedValue(new Error('mailbox full'))
    onTestFinished(() => refusing.mockRestore())
    expect(await outcome(team.invite(guest.email, 'manager'))).toBe('201')
    await soon(async () => expect(await team.openInvites()).toEqual(before))
    expect(await outcome(accept(guest, first))).toBe('200')
    expect(await team.liveRoles(guest)).toEqual(['viewer'])
  })

  it('TEAMS-09 whose mail was refused opens none where it was revoked since', async () => {
    const guest = await newPerson(app)
    const first = await team.invited(guest)
    const refuse = holdMail()
    expect(await outcome(team.invite(guest.email))).toBe('201')
    const [second] = await team.openInvites()
    expect(
      await outcome(team.owner.ask('DELETE', `/api/teams/${team.id}/invites/${second?.id}`)),
    ).toBe('204')
    refuse()
    await soon(async () => expect(await kept(guest)).toEqual([{ is_over: true }]))
    expect(await outcome(accept(guest, first))).toBe('404 not_found')
  })

  it('TEAMS-09 whose mail was refused opens none whose sender left since', async () => {
    const guest = await newPerson(app)
    const manager = await newPerson(app)
    const id = await memberIn(app.sql, team.id, manager, 'manager')
    const json = { email: guest.email, role: 'viewer' }
    expect(await outcome(manager.ask('POST', `/api/teams/${team.id}/invites`, json))).toBe('201')
    const first = await tokenMailedTo(app, guest.email)
    const refuse = holdMail()
    expect(await outcome(team.invite(guest.email))).toBe('201')
    expect(await outcome(team.owner.ask('DELETE', `/api/teams/${team.id}/members/${id}`))).toBe(
      '204',
    )
    refuse()
    await soon(async () => expect(await kept(guest)).toEqual([{ is_over: true }]))
    expect(await outcome(accept(guest, first))).toBe('404 not_found')
  })

  it('TEAMS-09 is mailed by one account thirty times an hour', async () => {
    const sent = []
    for (let i = 0; i < 31; i++) sent.push(await outcome(team.invite(`many${i}@agency.test`)))
    expect(sent.filter((one) => one === '201')).toHaveLength(30)
    expect(sent.at(-1)).toBe('429 rate_limited')
  })

  it('TEAMS-09 fails where no mail can be sent, before anything is kept', async () => {
    const check = vi.spyOn(app.parts.mailer, 'check').mockRejectedValue(new Error('down'))
    expect(await outcome(team.invite('unheard@agency.test'))).toBe('503 mail_unavailable')
    check.mockRestore()
    expect(await team.openInvites()).toEqual([])
  })

  it('TEAMS-09 does not wait for the mail', async () => {
    const held = vi.spyOn(app.parts.mailer, 'send').mockReturnValue(new Promise(() => undefined))
    expect(await outcome(team.invite('slow@agency.test'))).toBe('201')
    expect(held).toHaveBeenCalledOnce()
    held.mockRestore()
  })

  it.each([
    { email: 'not an address', role: 'viewer' },
    { email: 'a@agency.test', role: 'owner' },
    { email: 'a@agency.test', role: 'admin' },
    { email: `${'a'.repeat(250)}@agency.test`, role: 'viewer' },
    { email: 'a@agency.test' },
  ])('TEAMS-09 is refused as %j', async (json) => {
    expect(await outcome(team.owner.ask('POST', `/api/teams/${team.id}/invites`, json))).toBe(
      '400 invalid_input',
    )
  })
})

describe('whom an invitation is for', () => {
  it('TEAMS-10 no member is invited, whatever the case of the address', async () => {
    const member = await newPerson(app)
    await memberIn(app.sql, team.id, member, 'viewer')
    const refused = await team.invite(member.email.toUpperCase(), 'manager')
    expect(refused.status).toBe(409)
    expect(await refused.json()).toEqual({
      error: {
        code: 'already_member',
        message: 'This address is that of a member of the team.',
      },
    })
  })

  it('TEAMS-10 one who became a member meanwhile keeps the membership', async () => {
    const guest = await newPerson(app)
    const token = await team.invited(guest, 'manager')
    await memberIn(app.sql, team.id, guest, 'viewer')
    expect(await outcome(accept(guest, token))).toBe('409 already_member')
    expect(await team.liveRoles(guest)).toEqual(['viewer'])
  })

  it('TEAMS-10 accounts that can join no team are invited in the same words, without a mail', async () => {
    const send = vi.spyOn(app.parts.mailer, 'send')
    const [banned, demo] = [await newPerson(app), await newPerson(app)]
    await app.sql`update users set banned_at = now() where id = ${banned.id}`
    await app.sql`update users set demo_account = true where id = ${demo.id}`
    const answers = []
    for (const { email } of [banned, demo, { email: 'unknown@agency.test' }]) {
      const answer = await team.invite(email)
      answers.push([answer.status, Object.keys((await answer.json()) as object)])
    }
    expect(answers[0]).toEqual(answers[2])
    expect(answers[1]).toEqual(answers[2])
    expect(send.mock.calls.map(([{ to }]) => to)).toEqual(['unknown@agency.test'])
    send.mockRestore()
  })

  it('TEAMS-10 a demo account joins no team, though it holds the token', async () => {
    const guest = await newPerson(app)
    const token = await team.invited(guest)
    await app.sql`update users set demo_account = true where id = ${guest.id}`
    const headers = await app.asUser(guest.email)
    const answer = app.request('/api/team-invites/accept', {
      as: 'session',
      headers,
      json: { token },
    })
    expect(await outcome(answer)).toBe('403 demo_restricted')
    expect(await team.openInvites()).toHaveLength(1)
  })

  it('TEAMS-10 another account is refused, and the invitation stays', async () => {
    const [guest, other] = [await newPerson(app), await newPerson(app)]
    const token = await team.invited(guest)
    const refused = await accept(other, token)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toEqual({
      error: {
        code: 'other_address',
        message: 'This invitation was mailed to another address. Sign in with that one.',
      },
    })
    expect(await team.liveRoles(other)).toEqual([])
    expect(await outcome(accept(guest, token))).toBe('200')
  })

  it('TEAMS-10 one who was removed and invited again is a member anew, beside the former membership', async () => {
    const guest = await newPerson(app, { name: 'Gil Before' })
    expect(await outcome(accept(guest, await team.invited(guest, 'manager')))).toBe('200')
    const [before] = await app.sql<{ id: string }[]>`
      select id from team_members where team_id = ${team.id} and user_id = ${guest.id}`
    expect(
      await outcome(team.owner.ask('DELETE', `/api/teams/${team.id}/members/${before?.id}`)),
    ).toBe('204')
    await app.sql`update users set name = 'Gil After' where id = ${guest.id}`
    await app.sql`
      update team_invites set created_at = created_at - interval '1 hour' where team_id = ${team.id}`
    expect(await outcome(team.invite(guest.email, 'viewer'))).toBe('201')
    const token = await newestToken(guest)
    expect(await outcome(accept(guest, token))).toBe('200')
    const rows = await app.sql`
      select role, display_name, ended_at is null as is_live from team_members
      where team_id = ${team.id} and user_id = ${guest.id} order by joined_at`
    expect(rows).toEqual([
      { role: 'manager', display_name: 'Gil Before', is_live: false },
      { role: 'viewer', display_name: 'Gil After', is_live: true },
    ])
  })
})

/** The token of a mail whose invitation is open. */
function newestToken({ email }: Person): Promise<string> {
  return soon(async () => {
    const token = await tokenMailedTo(app, email)
    expect((await readInvite(app, token)).status).toBe(200)
    return token
  })
}

describe('seats', () => {
  it('TEAMS-06 an invitation waits for a seat; viewers need none, up to three for each seat', async () => {
    await app.sql`update teams set seats = 1 where id = ${team.id}`
    const guest = await newPerson(app)
    const token = await team.invited(guest)
    const refused = await accept(guest, token)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toEqual({
      error: { code: 'seats_taken', message: 'All seats of this team (1) are taken.' },
    })
    for (let i = 0; i < 3; i++) {
      const viewer = await newPerson(app)
      expect(await outcome(accept(viewer, await team.invited(viewer, 'viewer')))).toBe('200')
    }
    const fourth = await newPerson(app)
    const full = await accept(fourth, await team.invited(fourth, 'viewer'))
    expect(await full.json()).toEqual({
      error: {
        code: 'seats_taken',
        message: 'This team has 3 viewers, as many as its seats allow.',
      },
    })
    await app.sql`update teams set seats = 2 where id = ${team.id}`
    // Seats that end with the renewal can no longer be taken.
    await app.sql`
      insert into entitlements (owner_id, tier, status, seats, renewal_seats)
      values (${team.id}, 'basic', 'active', 2, 1)`
    const next = await newPerson(app)
    expect(await outcome(accept(next, await team.invited(next, 'viewer')))).toBe('409 seats_taken')
    expect(await outcome(accept(guest, token))).toBe('409 seats_taken')
    await app.sql`delete from entitlements where owner_id = ${team.id}`
    expect(await outcome(accept(guest, token))).toBe('200')
  })

  it('TEAMS-06 nobody is in a sixth team', async () => {
    const guest = await newPerson(app)
    for (let i = 0; i < 5; i++) await teamOf(app.sql, guest)
    const token = await team.invited(guest)
    expect(await outcome(accept(guest, token))).toBe('409 quota_reached')
    expect(await team.openInvites()).toHaveLength(1)
  })
})
