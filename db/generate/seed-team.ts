import { randomBytes } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import type { Sql } from '#db/client.ts'
import { STAGES } from '#db/schema/activities.ts'
import { INVITE_DAYS, type TeamRole } from '#db/schema/teams.ts'
import { crowd } from './crowd.ts'
import type { OwnedRows } from './owned-rows.ts'
import { insertOutreach } from './seed-outreach.ts'
import { insertOwnedRows } from './seed-owned-rows.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Days since the team was created, which is after its owner signed up. */
const AGE = 60
const SEATS = 5

/** Accounts to which nobody can sign in: a manager, and a former member. */
const [MANAGER, FORMER] = crowd().filter(({ age, banned }) => age > AGE && banned === null)

interface MadeUpMember {
  email: string | undefined
  role: TeamRole
  /** Days since they joined and left. */
  age: number
  endedAge?: number
}

/** The subscriber whose password is shown at a start, and a colleague whose password is known too. */
const MEMBERS: MadeUpMember[] = [
  { email: 'annual@clinidex.test', role: 'owner', age: AGE },
  { email: MANAGER?.email, role: 'manager', age: 58 },
  { email: FORMER?.email, role: 'viewer', age: 51, endedAge: 9 },
  { email: 'monthly@clinidex.test', role: 'recruiter', age: 38 },
]

const ROWS: OwnedRows = {
  lists: [
    {
      name: 'Night shifts, Houston',
      description: 'Two hospitals, start in spring. Everybody calls from here.',
      of: { specialty: 'Registered Nurse', state: 'TX' },
      count: 36,
      daysAgo: 30,
    },
    {
      name: 'Family medicine, rural',
      description: null,
      of: { specialty: 'Family Medicine' },
      count: 14,
      daysAgo: 5,
    },
  ],
  searches: [
    {
      name: 'ICU nurses near Houston',
      params: { query: 'icu', specialty: 'Registered Nurse', state: 'TX', city: 'Houston' },
      daysAgo: 29,
    },
  ],
  templates: [
    {
      name: 'Night shift, first contact',
      subject: 'Nights in Houston, three a week',
      body:
        'Hello {first_name},\n\nTwo hospitals in Houston look for nurses for three nights a week, ' +
        'from spring on. Would you have ten minutes this week?\n\nKind regards',
      tone: 'friendly',
      length: 'short',
      position_type: 'full-time',
      daysAgo: 28,
    },
  ],
  notes: [],
  settings: {},
}

/**
 * Creates a team of development accounts, with lists, a search, a template and an open invitation,
 * at the first start. It must follow the accounts and the crowd.
 */
export async function seedTeam(sql: Sql, now = new Date()): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await sql.begin(async (tx) => {
    const [team] = await tx<{ id: string }[]>`
      insert into teams (name, seats, created_at)
      values ('Gulf Coast desk', ${SEATS}, ${daysAgo(AGE)}) returning id`
    if (!team) throw new Error('the team was not inserted')
    for (const { email = null, role, age, endedAge } of MEMBERS) {
      await tx`
        insert into team_members (team_id, user_id, role, display_name, joined_at, ended_at)
        select ${team.id}, id, ${role}, name, ${daysAgo(age)},
          ${endedAge === undefined ? null : daysAgo(endedAge)}
        from users where email = ${email}`
    }
    // Nobody knows the token, of which only the hash is stored.
    await tx`
      insert into team_invites
        (team_id, email, role, token_hash, invited_by, created_at, expires_at)
      select ${team.id}, 'dana.whitfield@clearwater-recruiting.test', 'recruiter',
        ${randomBytes(32)}, id, ${daysAgo(1)}, ${daysAgo(1 - INVITE_DAYS)}
      from team_members where team_id = ${team.id} and role = 'owner'`
    await insertOwnedRows(tx, team.id, ROWS, now)
    await work(tx, team.id, now)
  })
}

/** Sets a stage for the first people of each list, and assigns every fourth person. */
async function work(tx: TransactionSql, teamId: string, now: Date): Promise<void> {
  const members = await tx<{ user_id: string }[]>`
    select user_id from team_members
    where team_id = ${teamId} and ended_at is null and user_id is not null order by joined_at`
  const authors = members.map(({ user_id }) => user_id)
  const [maker] = authors
  if (!maker) throw new Error('the team has no members')
  for (const table of ['lists', 'saved_searches', 'email_templates']) {
    await tx`
      update ${tx(table)} set created_by = ${maker}, updated_by = ${maker}
      where owner_id = ${teamId}`
  }
  const people = await tx<{ list_id: string; candidate_id: string }[]>`
    select list_id, candidate_id from list_members where owner_id = ${teamId}
    order by list_id, added_at desc, candidate_id`
  for (const [index, { list_id, candidate_id }] of people.entries()) {
    const by = authors[index % authors.length] ?? maker
    const at = new Date(now.getTime() - (index + 1) * 7 * HOUR_MS)
    const key = tx`owner_id = ${teamId} and list_id = ${list_id} and candidate_id = ${candidate_id}`
    const note = (kind: 'stage' | 'assign', value: string) => tx`
      insert into activities
        (id, owner_id, list_id, candidate_id, kind, value, created_by, created_at, happened_at)
      values (gen_random_uuid(), ${teamId}, ${list_id}, ${candidate_id}, ${kind}, ${value}, ${by},
        ${at}, ${at})`
    if (index % 4 === 0) {
      await tx`update list_members set assigned_to = ${by}, assigned_at = ${at} where ${key}`
      await note('assign', by)
    }
    const stage = STAGES[index % (STAGES.length + 2)]
    if (!stage) continue
    await tx`
      update list_members set stage = ${stage}, stage_by = ${by}, stage_at = ${at} where ${key}`
    await note('stage', stage)
  }
  await insertOutreach(tx, teamId, authors, now)
}
