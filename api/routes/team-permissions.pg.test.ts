import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#api/app.ts'
import { session } from '#api/middleware/session.ts'
import { newMailedToken } from '#api/services/mail/mailed-token.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { memberIn, newPerson, outcome, type Person, teamOf } from '#tests/support/teams.ts'

const CALLERS = [
  'visitor',
  'free',
  'demo',
  'subscriber',
  'viewer',
  'recruiter',
  'manager',
  'owner',
  'former member',
  'owner of another team',
] as const
type Caller = (typeof CALLERS)[number]
const INSIDE: readonly Caller[] = ['viewer', 'recruiter', 'manager', 'owner']

/** A text in the team's name, and in the name and address of all its members. */
const MARK = 'Marked'

let app: TestApp
let callers: Record<Caller, Person>
/** Another manager and another recruiter, who are the subjects of routes. */
let others: Record<'manager' | 'recruiter', Person>
beforeAll(async () => {
  app = await testApp({ people: 0 })
  const named = { name: `${MARK} Person` }
  const premium = { tier: 'premium' }
  const demo = await newPerson(app)
  await app.sql`update users set demo_account = true where id = ${demo.id}`
  callers = {
    visitor: {
      id: 'nobody',
      email: '',
      ask: (method, path, json) => app.request(path, { as: 'session', method, json }),
    },
    free: await newPerson(app),
    // A session from before the account was shared would be invalid.
    demo: await guestOf(demo),
    subscriber: await newPerson(app, premium),
    viewer: await newPerson(app, named),
    recruiter: await newPerson(app, named),
    manager: await newPerson(app, named),
    owner: await newPerson(app, { ...named, ...premium }),
    'former member': await newPerson(app),
    'owner of another team': await newPerson(app, premium),
  }
  others = { manager: await newPerson(app, named), recruiter: await newPerson(app, named) }
})
afterAll(() => app.close())

async function guestOf({ email }: Person): Promise<Person> {
  const headers = await app.asUser(email)
  return {
    id: email,
    email,
    ask: (method, path, json) => app.request(path, { as: 'session', method, json, headers }),
  }
}

interface Team {
  id: string
  recruiter: string
  manager: string
  invite: string
  managerInvite: string
  token: string
}

/** A team with the callers as members, and another team with another owner. */
async function freshTeam(): Promise<Team> {
  const { sql } = app
  await sql`delete from teams`
  await teamOf(sql, callers['owner of another team'], { name: 'Another desk' })
  const id = await teamOf(sql, callers.owner, { name: `${MARK} desk` })
  for (const role of ['viewer', 'recruiter', 'manager'] as const) {
    await memberIn(sql, id, callers[role], role)
  }
  await memberIn(sql, id, callers['former member'], 'manager')
  await sql`
    update team_members set ended_at = now() where user_id = ${callers['former member'].id}`
  const invite = await invited(id, 'recruiter')
  return {
    id,
    manager: await memberIn(sql, id, others.manager, 'manager'),
    recruiter: await memberIn(sql, id, others.recruiter, 'recruiter'),
    invite: invite.id,
    token: invite.token,
    managerInvite: (await invited(id, 'manager')).id,
  }
}

async function invited(teamId: string, role: string) {
  const { token, hash } = newMailedToken()
  const [invite] = await app.sql<{ id: string }[]>`
    insert into team_invites (team_id, email, role, token_hash, invited_by, expires_at)
    select ${teamId}, ${`marked.${role}@agency.test`}, ${role}, ${hash}, id,
      now() + interval '7 days'
    from team_members where team_id = ${teamId} and role = 'owner' returning id`
  return { id: invite?.id ?? '', token }
}

/** All stored rows of teams. */
async function kept() {
  const { sql } = app
  return [
    await sql`select * from teams order by id`,
    await sql`select * from team_members order by id`,
    await sql`select * from team_invites order by id`,
    await sql`select * from owners where kind = 'team' order by id`,
    await sql`select * from stripe_customers order by owner_id`,
    await sql`select * from call_claims`,
    await sql`select count(*) from audit_log where action like 'team.%'`,
  ]
}

/** The same outcome for every caller except those named. */
const each = (but: Partial<Record<Caller, string>>, outcome: string) =>
  Object.fromEntries(CALLERS.map((caller) => [caller, but[caller] ?? outcome]))

const OUTSIDE = {
  visitor: '401 authentication_required',
  demo: '403 demo_restricted',
  free: '403 not_a_member',
  subscriber: '403 not_a_member',
  'former member': '403 not_a_member',
  'owner of another team': '403 not_a_member',
}
const FORBIDDEN = '403 forbidden'
const MANAGERS = (outcome: string) =>
  each({ ...OUTSIDE, manager: outcome, owner: outcome }, FORBIDDEN)
const OWNERS = (outcome: string) => each({ ...OUTSIDE, owner: outcome }, FORBIDDEN)
const SUBSCRIBERS = {
  subscriber: '201',
  owner: '201',
  'owner of another team': '201',
}

interface Row {
  path?: (team: Team) => string
  json?: (team: Team) => unknown
  outcome: Record<string, string>
  /** Whether the holder of the token may see what the response shows of the team. */
  isByToken?: true
}

const ROUTES: Record<string, Row[]> = {
  'POST /api/teams': [
    { json: () => ({ name: 'A desk' }), outcome: each(SUBSCRIBERS, '403 subscription_required') },
  ],
  'GET /api/teams': [{ outcome: each({ visitor: OUTSIDE.visitor, demo: OUTSIDE.demo }, '200') }],
  'PUT /api/teams/:id': [
    {
      json: () => ({ name: 'Renamed', lease_days: 1, cooldown_days: 0 }),
      outcome: MANAGERS('204'),
    },
  ],
  'DELETE /api/teams/:id': [{ outcome: OWNERS('204') }],
  'POST /api/teams/:id/leave': [
    { json: () => ({}), outcome: each({ ...OUTSIDE, owner: '409 last_owner' }, '204') },
  ],
  'POST /api/teams/:id/hand-over': [
    { json: (team) => ({ member_id: team.recruiter }), outcome: OWNERS('204') },
  ],
  'PUT /api/teams/:id/members/:memberId/role': [
    {
      path: ({ id, recruiter }) => `/api/teams/${id}/members/${recruiter}/role`,
      json: () => ({ role: 'viewer' }),
      outcome: OWNERS('204'),
    },
  ],
  'DELETE /api/teams/:id/members/:memberId': [
    {
      path: ({ id, recruiter }) => `/api/teams/${id}/members/${recruiter}`,
      outcome: MANAGERS('204'),
    },
    { path: ({ id, manager }) => `/api/teams/${id}/members/${manager}`, outcome: OWNERS('204') },
  ],
  'GET /api/teams/:id/devices': [{ outcome: MANAGERS('200') }],
  'GET /api/teams/:id/invites': [{ outcome: MANAGERS('200') }],
  'POST /api/teams/:id/invites': [
    {
      json: () => ({ email: 'new.recruiter@agency.test', role: 'recruiter' }),
      outcome: MANAGERS('201'),
    },
    {
      json: () => ({ email: 'new.manager@agency.test', role: 'manager' }),
      outcome: OWNERS('201'),
    },
  ],
  'DELETE /api/teams/:id/invites/:inviteId': [
    {
      path: ({ id, invite }) => `/api/teams/${id}/invites/${invite}`,
      outcome: MANAGERS('204'),
    },
    {
      path: ({ id, managerInvite }) => `/api/teams/${id}/invites/${managerInvite}`,
      outcome: OWNERS('204'),
    },
  ],
  'POST /api/teams/:id/call-claims': [
    {
      json: () => ({ candidate_id: crypto.randomUUID(), call_id: crypto.randomUUID() }),
      // The person does not exist.
      outcome: each(
        {
          ...OUTSIDE,
          recruiter: '404 not_found',
          manager: '404 not_found',
          owner: '404 not_found',
        },
        FORBIDDEN,
      ),
    },
  ],
  'GET /api/teams/:id/plan': [{ outcome: OWNERS('200') }],
  'POST /api/teams/:id/plan/preview': [
    { json: () => ({ seats: 12 }), outcome: OWNERS('403 subscription_required') },
  ],
  'PUT /api/teams/:id/plan/seats': [
    {
      json: () => ({ seats: 12, from: 10, at: 1 }),
      outcome: OWNERS('403 subscription_required'),
    },
  ],
  'POST /api/teams/:id/plan/checkout': [
    { json: () => ({ priceId: 'price_monthly', seats: 12 }), outcome: OWNERS('200') },
  ],
  'POST /api/teams/:id/plan/portal': [{ outcome: OWNERS('200') }],
  'POST /api/team-invites/read': [
    { json: ({ token }) => ({ token }), outcome: each({}, '200'), isByToken: true },
  ],
  'POST /api/team-invites/accept': [
    {
      json: ({ token }) => ({ token }),
      outcome: each({ visitor: OUTSIDE.visitor, demo: OUTSIDE.demo }, '403 other_address'),
    },
  ],
  'POST /api/admin/teams': [
    {
      json: () => ({ user_id: others.manager.id, name: 'A desk', seats: 5 }),
      outcome: each({}, FORBIDDEN),
    },
  ],
  'PUT /api/admin/teams/:id/seats': [
    {
      path: ({ id }) => `/api/admin/teams/${id}/seats`,
      json: () => ({ seats: 99 }),
      outcome: each({}, FORBIDDEN),
    },
  ],
}

const requests = Object.entries(ROUTES).flatMap(([route, rows]) =>
  rows.map((row, index) => {
    const [method = '', path = ''] = route.split(' ')
    return {
      path: ({ id }: Team) => path.replace(':id', id),
      ...row,
      method,
      title: `${route} ${index}`,
    }
  }),
)

describe('TEAMS-03 every role gets what it may, and nothing of a team that is not its own', () => {
  it.each(requests)('$title', async ({ method, path, json, isByToken, ...row }) => {
    const outcomes: Record<string, string> = {}
    for (const caller of CALLERS) {
      const team = await freshTeam()
      const before = await kept()
      const response = await callers[caller].ask(method, path(team), json?.(team))
      outcomes[caller] = await outcome(Promise.resolve(response.clone()))
      const hasFailed = response.status >= 400
      if (hasFailed) expect(await kept(), caller).toEqual(before)
      if (INSIDE.includes(caller) || isByToken) continue
      // To callers outside, a response reveals neither the team's name nor its members.
      expect(await response.text(), caller).not.toMatch(new RegExp(`${MARK}|${team.id}`, 'i'))
      const [members] = await app.sql`
        select count(*)::integer as count from team_members
        where team_id = ${team.id} and ended_at is null`
      expect(members, caller).toEqual({ count: 6 })
    }
    expect(outcomes).toEqual(row.outcome)
  })

  it('is asked of every route of teams', () => {
    const mounted = createApp(app.parts, session())
      .routes.filter(({ path, method }) => path.includes('team') && method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(ROUTES).sort()).toEqual([...new Set(mounted)].sort())
  })
})

it('TEAMS-03 a team of others is refused in the words of one that is not there', async () => {
  const team = await freshTeam()
  const missing = { ...team, id: crypto.randomUUID() }
  const asked = requests.filter(({ title }) => /\/teams\/:id/.test(title) && !/admin/.test(title))
  expect(asked).toHaveLength(19)
  for (const { method, path, json, title } of asked) {
    const answers = await Promise.all(
      [team, missing].map(async (one) => {
        const response = await callers.subscriber.ask(method, path(one), json?.(one))
        return [response.status, await response.text()]
      }),
    )
    expect(answers[0], title).toEqual([
      403,
      '{"error":{"code":"not_a_member","message":"You are not a member of this team."}}',
    ])
    expect(answers[1], title).toEqual(answers[0])
  }
})

it('TEAMS-03 an id that none can have is refused before it is looked up', async () => {
  const team = await freshTeam()
  const before = await kept()
  const asked = requests.filter(({ path }) => path(team).includes(team.id))
  for (const bad of ['a%00b', '%ed%a0%80', "'%20or%20true", 'x'.repeat(1000)]) {
    const hostile = { ...team, id: bad, recruiter: bad, manager: bad, invite: bad }
    for (const { method, path, json, title } of asked) {
      if (title.includes('admin')) continue
      const answer = callers.owner.ask(method, path(hostile), json?.(hostile))
      expect(await outcome(answer), title).toBe('400 invalid_input')
    }
  }
  expect(await kept()).toEqual(before)
})

it('TEAMS-03 members and invitations of other teams are not there', async () => {
  const team = await freshTeam()
  const elsewhere = await teamOf(app.sql, callers.subscriber, { name: 'Elsewhere' })
  const member = await memberIn(app.sql, elsewhere, callers.free, 'recruiter')
  const invite = await invited(elsewhere, 'recruiter')
  const before = await kept()
  const { ask } = callers.owner
  const of = `/api/teams/${team.id}`
  const answers = [
    ask('DELETE', `${of}/members/${member}`),
    ask('PUT', `${of}/members/${member}/role`, { role: 'viewer' }),
    ask('POST', `${of}/hand-over`, { member_id: member }),
    ask('DELETE', `${of}/invites/${invite.id}`),
  ]
  for (const answer of answers) expect(await outcome(answer)).toBe('404 not_found')
  expect(await kept()).toEqual(before)
})
