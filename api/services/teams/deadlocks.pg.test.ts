import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { banAccount } from '#api/services/accounts/bans.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { held } from '#tests/support/held.ts'
import { keepFor, wireMutation } from '#tests/support/push.ts'
import { memberIn, newPerson, type Person, teamOf } from '#tests/support/teams.ts'
import { handOverTeam, leaveTeam, removeMember } from './members.ts'
import { closeLapsedTeams, closeTeam } from './teams.ts'

let app: TestApp
let owner: Person
let member: Person
let team: string
let memberships: { owner: string; member: string }
let people: string[]
beforeAll(async () => {
  app = await testApp({ people: 20 })
  const rows = await app.sql<{ id: string }[]>`select id from candidates limit 2`
  people = rows.map(({ id }) => id)
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await newPerson(app)
  member = await newPerson(app)
  team = await teamOf(app.sql, owner)
  const [own] = await app.sql<{ id: string }[]>`select id from team_members where team_id = ${team}`
  memberships = {
    owner: own?.id ?? '',
    member: await memberIn(app.sql, team, member, 'recruiter'),
  }
})

const caller = ({ id }: Person) => ({ teamId: team, actor: { id }, network: '' })

const ADMIN = { actor: { id: 'admin' }, network: '' }

const ENDS: Record<string, () => Promise<unknown>> = {
  'is removed': () => removeMember(app.parts.sql, caller(owner), memberships.member),
  leaves: () => leaveTeam(app.parts.sql, caller(member)),
  'is banned': () => banAccount(app.parts, ADMIN, member.id, 'Scraping'),
  'has the team closed': () => closeTeam(app.parts.billing, caller(owner)),
  'has the team closed long after its plan': async () => {
    await app.sql`update teams set lapsed_at = now() - interval '1 year' where id = ${team}`
    await closeLapsedTeams(app.parts.billing)
  },
}

/** Locks two rows for a device's change; `run` locks them in between in the opposite order. */
async function crosswise(
  run: () => Promise<unknown>,
  first: (tx: TransactionSql) => Promise<unknown>,
  second: (tx: TransactionSql) => Promise<unknown>,
): Promise<void> {
  let running: Promise<unknown> | undefined
  await app.sql.begin(async (tx) => {
    // Of two transactions that wait for each other, the first to check is rolled back: not this
    // one.
    await tx`set local deadlock_timeout = '20s'`
    await first(tx)
    running = run()
    await held(app.sql, running)
    await second(tx)
  })
  await running
}

it.each(Object.entries(ENDS))(
  'a member %s while the people assigned to them are written in another order',
  async (_, end) => {
    const list = crypto.randomUUID()
    const args = { owner: team, id: list, name: 'A list', candidate_ids: people }
    await keepFor(app, owner.id, wireMutation('lists.create', args))
    await app.sql`update list_members set assigned_to = ${member.id} where list_id = ${list}`
    // The order is that in which the table is read.
    const rows = await app.sql<{ candidate_id: string }[]>`
      select candidate_id from list_members where list_id = ${list} order by ctid`
    const lock = (index: number) => (tx: TransactionSql) =>
      tx`
      select from list_members
      where list_id = ${list} and candidate_id = ${rows[index]?.candidate_id ?? ''} for update`
    await crosswise(end, lock(1), lock(0))
    const [membership] = await app.sql`
      select ended_at is not null as is_over from team_members where id = ${memberships.member}`
    expect(membership).toEqual({ is_over: true })
    const assigned = await app.sql`
      select distinct assigned_to from list_members where list_id = ${list}`
    expect(assigned).toEqual([{ assigned_to: null }])
  },
)

it('a team is handed over to a member while its owner assigns a person to them', async () => {
  const lock = (id: string) => (tx: TransactionSql) =>
    tx`
    select from team_members where id = ${id} for share`
  const handOver = () => handOverTeam(app.parts.sql, caller(owner), memberships.member)
  await crosswise(handOver, lock(memberships.owner), lock(memberships.member))
  const [membership] = await app.sql`
    select role from team_members where id = ${memberships.member}`
  expect(membership).toEqual({ role: 'owner' })
})
