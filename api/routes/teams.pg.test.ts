import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Team } from '#api/contract/teams.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { memberIn, newPerson, outcome, type Person, teamOf } from '#tests/support/teams.ts'

const CHIEF = 'chief@agency.test'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await testApp({ people: 0, env: { ADMIN_EMAILS: CHIEF } })
  owner = await newPerson(app, { name: 'Olga Owner', tier: 'premium' })
})
afterAll(() => app.close())

const teamsOf = async ({ ask }: Person) =>
  ((await (await ask('GET', '/api/teams')).json()) as { teams: Team[] }).teams

const traces = async (action: string, subject: string) =>
  app.sql`
    select actor_id, details from audit_log
    where action = ${action} and subject_id = ${subject} order by id`

describe('a new team', () => {
  it('TEAMS-02 has its maker as owner, and two seats', async () => {
    const maker = await newPerson(app, { name: 'Mia Maker', tier: 'Monthly' })
    const made = await maker.ask('POST', '/api/teams', { name: ' Desk north ' })
    expect(made.status).toBe(201)
    const { id } = (await made.json()) as { id: string }
    const [team] = await teamsOf(maker)
    expect(team).toEqual({
      id,
      name: 'Desk north',
      role: 'owner',
      lease_days: 7,
      cooldown_days: 14,
      seats: 2,
      seats_used: 1,
      created_at: expect.stringMatching(/Z$/),
      members: [
        {
          id: expect.any(String),
          user_id: maker.id,
          display_name: 'Mia Maker',
          role: 'owner',
          joined_at: team?.created_at,
          ended_at: null,
          last_seen_at: expect.stringMatching(/Z$/),
        },
      ],
    })
    expect(await traces('team.create', id)).toEqual([{ actor_id: maker.id, details: {} }])
    expect(await app.sql`select kind from owners where id = ${id}`).toEqual([{ kind: 'team' }])
  })

  it.each([
    { name: '' },
    { name: '🩺'.repeat(121) },
    { name: `צוות ${'🩺'.repeat(120)}` },
    { name: 'Desk\u202ehtron' },
    { name: 'A desk', seats: 50 },
    {},
  ])('TEAMS-02 is refused as %j', async (json) => {
    expect(await outcome(owner.ask('POST', '/api/teams', json))).toBe('400 invalid_input')
  })

  it('TEAMS-02 keeps a name of right-to-left text and emoji as it is', async () => {
    const maker = await newPerson(app, { tier: 'premium' })
    const name = `צוות ${'🩺'.repeat(115)}`
    expect(await outcome(maker.ask('POST', '/api/teams', { name }))).toBe('201')
    expect((await teamsOf(maker)).map((team) => team.name)).toEqual([name])
  })

  it('TEAMS-02 is the fifth at most that an account is in', async () => {
    const maker = await newPerson(app, { tier: 'premium' })
    for (let i = 0; i < 4; i++) await teamOf(app.sql, maker)
    const asked = await Promise.all(
      [1, 2, 3].map(() => outcome(maker.ask('POST', '/api/teams', { name: 'One more' }))),
    )
    expect(asked.sort()).toEqual(['201', '409 quota_reached', '409 quota_reached'])
    const refused = await maker.ask('POST', '/api/teams', { name: 'One more' })
    expect(await refused.json()).toEqual({
      error: {
        code: 'quota_reached',
        message: 'An account can be in 5 teams at once.',
        data: { quota: 'teams', max: 5 },
      },
    })
  })
})

describe('the roster', () => {
  it('TEAMS-04 shows to every member who is in, and who was, but of these not when they were seen', async () => {
    const team = await teamOf(app.sql, owner)
    const [viewer, former] = [
      await newPerson(app, { name: 'Vera' }),
      await newPerson(app, { name: 'Fay' }),
    ]
    await memberIn(app.sql, team, viewer, 'viewer')
    const left = await memberIn(app.sql, team, former, 'recruiter')
    expect(await outcome(owner.ask('DELETE', `/api/teams/${team}/members/${left}`))).toBe('204')
    const [seen] = await teamsOf(viewer)
    expect(seen).toMatchObject({ id: team, role: 'viewer', seats_used: 1 })
    expect(
      seen?.members.map(({ display_name, role, ended_at, last_seen_at }) => [
        display_name,
        role,
        ended_at !== null,
        last_seen_at !== null,
      ]),
    ).toEqual([
      ['The owner', 'owner', false, true],
      ['Vera', 'viewer', false, true],
      ['Fay', 'recruiter', true, false],
    ])
    expect(await teamsOf(former)).toEqual([])
    expect(JSON.stringify(seen)).not.toContain('@')
  })
})

describe('settings', () => {
  it('TEAMS-05 are saved by a manager', async () => {
    const team = await teamOf(app.sql, owner)
    const manager = await newPerson(app)
    await memberIn(app.sql, team, manager, 'manager')
    const json = { name: 'Desk south', lease_days: 14, cooldown_days: 90 }
    expect(await outcome(manager.ask('PUT', `/api/teams/${team}`, json))).toBe('204')
    expect(await teamsOf(manager)).toMatchObject([json])
    expect(await traces('team.settings', team)).toEqual([
      { actor_id: manager.id, details: { lease_days: 14, cooldown_days: 90 } },
    ])
  })

  it.each([
    { name: 'A desk', lease_days: 0, cooldown_days: 14 },
    { name: 'A desk', lease_days: 15, cooldown_days: 14 },
    { name: 'A desk', lease_days: 7, cooldown_days: -1 },
    { name: 'A desk', lease_days: 7, cooldown_days: 91 },
    { name: 'A desk', lease_days: 7.5, cooldown_days: 14 },
    { name: 'A desk', lease_days: 7 },
    { name: 'A desk', lease_days: 7, cooldown_days: 14, seats: 500 },
  ])('TEAMS-05 are refused as %j', async (json) => {
    const team = await teamOf(app.sql, owner)
    expect(await outcome(owner.ask('PUT', `/api/teams/${team}`, json))).toBe('400 invalid_input')
    await app.sql`delete from teams where id = ${team}`
  })
})

describe('seats', () => {
  it('TEAMS-06 are set by an administrator, never below the members who have one', async () => {
    const team = await teamOf(app.sql, owner, { seats: 2 })
    await memberIn(app.sql, team, await newPerson(app), 'recruiter')
    await memberIn(app.sql, team, await newPerson(app), 'viewer')
    const headers = await app.asUser(CHIEF)
    const set = (seats: unknown, id = team) =>
      app.request(`/api/admin/teams/${id}/seats`, {
        as: 'session',
        method: 'PUT',
        json: { seats },
        headers,
      })
    const refused = await set(1)
    expect(await refused.json()).toEqual({
      error: { code: 'seats_taken', message: '2 members of this team have a seat.' },
    })
    expect(await outcome(set(2))).toBe('204')
    expect(await outcome(set(50))).toBe('204')
    expect(await outcome(set(-1))).toBe('400 invalid_input')
    expect(await outcome(set(5, crypto.randomUUID()))).toBe('404 not_found')
    const [seen] = (await teamsOf(owner)).filter(({ id }) => id === team)
    expect(seen).toMatchObject({ seats: 50, seats_used: 2 })
    const set50 = (await traces('team.seats', team)).at(-1)
    expect(set50).toMatchObject({ details: { seats: 50 } })
    await app.sql`delete from teams where id = ${team}`
  })
})

describe('roles', () => {
  it('TEAMS-07 a lowered role holds at once, and takes back the invitations that it may not send', async () => {
    const boss = await newPerson(app)
    const team = await teamOf(app.sql, boss)
    const manager = await newPerson(app)
    const id = await memberIn(app.sql, team, manager, 'manager')
    const invite = (email: string) =>
      outcome(manager.ask('POST', `/api/teams/${team}/invites`, { email, role: 'viewer' }))
    expect(await invite('first@agency.test')).toBe('201')
    const json = { role: 'recruiter' }
    expect(await outcome(boss.ask('PUT', `/api/teams/${team}/members/${id}/role`, json))).toBe(
      '204',
    )
    expect(await invite('second@agency.test')).toBe('403 forbidden')
    const open = await boss.ask('GET', `/api/teams/${team}/invites`)
    expect(await open.json()).toEqual({ invites: [] })
    expect(await traces('team.role', manager.id)).toEqual([
      { actor_id: boss.id, details: { team, from: 'manager', to: 'recruiter' } },
    ])
  })

  it('TEAMS-07 a viewer who becomes a recruiter needs a seat, and a recruiter a place among the viewers', async () => {
    const boss = await newPerson(app)
    const team = await teamOf(app.sql, boss, { seats: 2 })
    const recruiter = await memberIn(app.sql, team, await newPerson(app), 'recruiter')
    const viewer = await memberIn(app.sql, team, await newPerson(app), 'viewer')
    const set = (member: string, role: string) =>
      boss.ask('PUT', `/api/teams/${team}/members/${member}/role`, { role })
    expect(await (await set(viewer, 'recruiter')).json()).toEqual({
      error: { code: 'seats_taken', message: 'All seats of this team (2) are taken.' },
    })
    expect(
      await outcome(boss.ask('POST', `/api/teams/${team}/hand-over`, { member_id: viewer })),
    ).toBe('409 seats_taken')
    // A member with a seat needs no further one to become a manager.
    expect(await outcome(set(recruiter, 'manager'))).toBe('204')
    for (let i = 0; i < 5; i++) await memberIn(app.sql, team, await newPerson(app), 'viewer')
    expect(await (await set(recruiter, 'viewer')).json()).toEqual({
      error: {
        code: 'seats_taken',
        message: 'This team has 6 viewers, as many as its seats allow.',
      },
    })
  })

  it('TEAMS-07 the last owner stays one until the team is handed over', async () => {
    const [boss, heir] = [await newPerson(app), await newPerson(app)]
    const team = await teamOf(app.sql, boss)
    const member = await memberIn(app.sql, team, heir, 'recruiter')
    const [own] = await app.sql<{ id: string }[]>`
      select id from team_members where team_id = ${team} and user_id = ${boss.id}`
    const of = `/api/teams/${team}`
    const message = 'A team keeps an owner: hand it over or close it first.'
    for (const asked of [
      boss.ask('POST', `${of}/leave`, {}),
      boss.ask('DELETE', `${of}/members/${own?.id}`),
      boss.ask('PUT', `${of}/members/${own?.id}/role`, { role: 'manager' }),
    ]) {
      expect(await (await asked).json()).toEqual({ error: { code: 'last_owner', message } })
    }
    expect(await outcome(boss.ask('POST', `${of}/hand-over`, { member_id: own?.id }))).toBe(
      '400 invalid_input',
    )
    expect(await outcome(boss.ask('POST', `${of}/hand-over`, { member_id: member }))).toBe('204')
    const [seen] = await teamsOf(heir)
    expect(seen?.members.map(({ role }) => role)).toEqual(['manager', 'owner'])
    expect(await traces('team.hand_over', heir.id)).toEqual([
      { actor_id: boss.id, details: { team } },
    ])
    expect(await outcome(boss.ask('POST', `${of}/leave`, {}))).toBe('204')
    expect(await outcome(boss.ask('POST', `${of}/leave`, {}))).toBe('403 not_a_member')
  })

  it('TEAMS-07 two owners who leave at once leave one of them', async () => {
    const [first, second] = [await newPerson(app), await newPerson(app)]
    const team = await teamOf(app.sql, first)
    await memberIn(app.sql, team, second, 'owner')
    const left = await Promise.all(
      [first, second].map(({ ask }) => outcome(ask('POST', `/api/teams/${team}/leave`, {}))),
    )
    expect(left.sort()).toEqual(['204', '409 last_owner'])
  })
})

describe('leaving', () => {
  it('TEAMS-08 ends what the member may, and keeps the name', async () => {
    const boss = await newPerson(app)
    const team = await teamOf(app.sql, boss)
    const manager = await newPerson(app, { name: 'Mo Manager' })
    await memberIn(app.sql, team, manager, 'manager')
    const json = { email: 'later@agency.test', role: 'viewer' }
    expect(await outcome(manager.ask('POST', `/api/teams/${team}/invites`, json))).toBe('201')
    expect(await outcome(manager.ask('POST', `/api/teams/${team}/leave`, {}))).toBe('204')
    expect(await outcome(manager.ask('GET', `/api/teams/${team}/invites`))).toBe('403 not_a_member')
    const open = await boss.ask('GET', `/api/teams/${team}/invites`)
    expect(await open.json()).toEqual({ invites: [] })
    const [seen] = await teamsOf(boss)
    expect(seen?.members.at(-1)).toMatchObject({
      display_name: 'Mo Manager',
      user_id: manager.id,
      ended_at: expect.stringMatching(/Z$/),
    })
    expect(await traces('team.leave', team)).toEqual([{ actor_id: manager.id, details: {} }])
  })

  it('TEAMS-08 a closed team is no longer anyone’s', async () => {
    const boss = await newPerson(app)
    const member = await newPerson(app)
    const team = await teamOf(app.sql, boss)
    await memberIn(app.sql, team, member, 'recruiter')
    expect(await outcome(boss.ask('DELETE', `/api/teams/${team}`))).toBe('204')
    for (const one of [boss, member]) expect(await teamsOf(one)).toEqual([])
    expect(await outcome(boss.ask('DELETE', `/api/teams/${team}`))).toBe('403 not_a_member')
    const [closed] =
      await app.sql`select closed_at is not null as is_closed from teams where id = ${team}`
    expect(closed).toEqual({ is_closed: true })
    expect(await traces('team.close', team)).toEqual([{ actor_id: boss.id, details: {} }])
  })

  it('TEAMS-08 closing asks who it is, once the sign-in is a while ago', async () => {
    const boss = await newPerson(app)
    const team = await teamOf(app.sql, boss)
    await app.sql`
      update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${boss.id}`
    expect(await outcome(boss.ask('DELETE', `/api/teams/${team}`))).toBe(
      '403 confirmation_required',
    )
    expect(await teamsOf(boss)).toHaveLength(1)
  })

  it('and so is handing it over', async () => {
    const boss = await newPerson(app)
    const heir = await newPerson(app)
    const team = await teamOf(app.sql, boss)
    const member = await memberIn(app.sql, team, heir, 'manager')
    await app.sql`
      update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${boss.id}`
    const asked = boss.ask('POST', `/api/teams/${team}/hand-over`, { member_id: member })
    expect(await outcome(asked)).toBe('403 confirmation_required')
    expect(await teamsOf(boss)).toMatchObject([{ role: 'owner' }])
  })
})
