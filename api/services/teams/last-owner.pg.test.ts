import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { accountData, deleteAccount } from '#api/services/accounts/account.ts'
import { banAccount, unbanAccount } from '#api/services/accounts/bans.ts'
import { cardsOf, customerOf } from '#api/services/billing/customers.ts'
import { dropFormerPayers } from '#api/services/billing/end-plans.ts'
import { refreshCustomer } from '#api/services/billing/refresh.ts'
import { changeSeats, previewSeats } from '#api/services/billing/team-seats.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { soon } from '#tests/support/soon.ts'
import { memberIn, newPerson, type Person, teamOf } from '#tests/support/teams.ts'
import { closeLapsedTeams } from './teams.ts'

const ADMIN = { actor: { id: 'chief' }, network: '' }

let app: TestApp
let owner: Person
let team: string
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await newPerson(app, { name: 'Olga Owner' })
  team = await teamOf(app.sql, owner)
})

const roster = async (id = team) =>
  (
    await app.sql`
      select display_name, role, ended_at is null as is_live, user_id is null as is_deleted
      from team_members where team_id = ${id} order by joined_at`
  ).map(({ display_name, role, is_live, is_deleted }) =>
    [display_name, role, is_live ? 'in' : 'left', is_deleted ? 'deleted' : ''].join(' ').trim(),
  )
const isClosed = async () =>
  (await app.sql`select 1 from teams where id = ${team} and closed_at is not null`).length === 1
const traces = (subject: string) =>
  app.sql`
    select action, actor_id, details from audit_log
    where subject_id = ${subject} and action like 'team.%' order by id`

/** Adds a member to the team, who joined after the earlier ones. */
async function joined(name: string, role: 'owner' | 'manager' | 'recruiter' | 'viewer') {
  const person = await newPerson(app, { name })
  await memberIn(app.sql, team, person, role)
  return person
}

const WAYS: Record<string, (person: Person) => Promise<unknown>> = {
  'deletes the account': ({ id }) =>
    deleteAccount(app.parts.billing, { actor: { id }, network: '' }, id),
  'is deleted by the authentication library': async ({ id }) =>
    (await app.parts.auth.$context).internalAdapter.deleteUser(id),
  'is banned': ({ id }) => banAccount(app.parts, ADMIN, id, 'Scraping'),
}

describe.each(Object.entries(WAYS))('TEAMS-12 where the last owner %s', (way, leave) => {
  const gone = way === 'is banned' ? 'left' : 'left deleted'
  // A ban may be lifted.
  const end = way === 'is banned' ? 'waits' : 'closes'

  it('the manager who is there longest follows', async () => {
    await joined('Vera', 'viewer')
    await joined('Rita', 'recruiter')
    const first = await joined('Mo', 'manager')
    await joined('Max', 'manager')
    await leave(owner)
    expect(await roster()).toEqual([
      `The owner owner ${gone}`,
      'Vera viewer in',
      'Rita recruiter in',
      'Mo owner in',
      'Max manager in',
    ])
    expect(await isClosed()).toBe(false)
    expect(await traces(first.id)).toEqual([
      { action: 'team.owner_follows', actor_id: null, details: { team } },
    ])
  })

  it(`else the recruiter, and without one the team ${end}`, async () => {
    await joined('Vera', 'viewer')
    const recruiter = await joined('Rita', 'recruiter')
    await leave(owner)
    expect(await roster()).toEqual([`The owner owner ${gone}`, 'Vera viewer in', 'Rita owner in'])
    await leave(recruiter)
    expect(await isClosed()).toBe(end === 'closes')
    if (end === 'waits') {
      expect((await roster()).slice(1)).toEqual(['Vera viewer in', 'Rita owner in'])
      return
    }
    expect(await roster()).toEqual([
      `The owner owner ${gone}`,
      'Vera viewer left',
      `Rita owner ${gone}`,
    ])
    expect(await traces(team)).toEqual([{ action: 'team.close', actor_id: null, details: {} }])
  })

  it('no one follows where there is another owner', async () => {
    await joined('Mo', 'manager')
    await joined('Ona', 'owner')
    await leave(owner)
    expect(await roster()).toEqual([`The owner owner ${gone}`, 'Mo manager in', 'Ona owner in'])
  })

  it('two owners who go at once leave a team that has one', async () => {
    const other = await joined('Ona', 'owner')
    await joined('Mo', 'manager')
    await Promise.all([leave(owner), leave(other)])
    expect((await roster()).at(-1)).toBe('Mo owner in')
  })
})

describe('TEAMS-12 a team whose only owner is banned', () => {
  it('is there again when the ban is lifted, however long that took', async () => {
    const { billing } = app.parts
    await owner.ask('POST', `/api/teams/${team}/invites`, {
      email: 'new@agency.test',
      role: 'viewer',
    })
    await WAYS['is banned']?.(owner)
    const [invite] = await app.sql`
      select revoked_at is not null as is_revoked from team_invites where team_id = ${team}`
    expect(invite).toEqual({ is_revoked: true })
    await app.sql`update teams set lapsed_at = now() - interval '90 days' where id = ${team}`
    await closeLapsedTeams(billing)
    expect(await isClosed()).toBe(false)
    await unbanAccount(app.parts.sql, ADMIN, owner.id)
    await closeLapsedTeams(billing)
    expect([await isClosed(), await roster()]).toEqual([false, ['The owner owner in']])
    await app.sql`update teams set lapsed_at = now() - interval '31 days' where id = ${team}`
    await closeLapsedTeams(billing)
    expect(await isClosed()).toBe(true)
  })

  it('closes where the account is deleted after all', async () => {
    await WAYS['is banned']?.(owner)
    await WAYS['deletes the account']?.(owner)
    expect([await isClosed(), await roster()]).toEqual([true, ['The owner owner left deleted']])
  })
})

describe('TEAMS-22 the card of a last owner who is gone', () => {
  const WITH_BILLING = ['deletes the account', 'is banned']

  async function paidTeam() {
    const { billing } = app.parts
    const ledger = billing.standIn?.ledger
    if (!ledger) throw new Error('There is no stand-in.')
    const customer = await customerOf(billing, team)
    const subscription = ledger.subscribe(customer, 'price_monthly', 3)
    await refreshCustomer(billing, customer)
    const heir = await joined('Mo', 'manager')
    const caller = { teamId: team, actor: { id: heir.id }, network: '' }
    const buy = async () => {
      const { from, at } = await previewSeats(billing, caller, 5)
      await changeSeats(billing, caller, { seats: 5, from, at })
    }
    return { billing, ledger, customer, subscription, buy }
  }

  it.each(WITH_BILLING)('pays for nothing more, where the owner %s', async (way) => {
    const { billing, ledger, customer, subscription, buy } = await paidTeam()
    await WAYS[way]?.(owner)
    expect(subscription).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect(await cardsOf(billing, customer)).toEqual([])
    await expect(buy()).rejects.toMatchObject({ code: 'payment_due' })
    expect(subscription.items.data[0]?.quantity).toBe(3)
    // Who follows gives a card in the portal, and goes on.
    ledger.setCard(customer, true)
    await buy()
    expect(subscription.items.data[0]?.quantity).toBe(5)
    await dropFormerPayers(billing)
    expect(await cardsOf(billing, customer)).toHaveLength(1)
  })

  it('is taken off before the next owner buys, where Stripe was away', async () => {
    const { billing, customer, subscription, buy } = await paidTeam()
    const { paymentMethods } = billing.stripe
    const away = vi.spyOn(paymentMethods, 'detach').mockRejectedValueOnce(new Error('away'))
    await WAYS['deletes the account']?.(owner)
    expect(away).toHaveBeenCalledOnce()
    expect(await cardsOf(billing, customer)).toHaveLength(1)
    await expect(buy()).rejects.toMatchObject({ code: 'payment_due' })
    expect(subscription.items.data[0]?.quantity).toBe(3)
  })

  it('stays where there is another owner', async () => {
    const { billing, customer, subscription } = await paidTeam()
    await joined('Ona', 'owner')
    await WAYS['deletes the account']?.(owner)
    expect(subscription.cancel_at_period_end).toBe(false)
    expect(await cardsOf(billing, customer)).toHaveLength(1)
  })
})

describe('TEAMS-12 an account that is deleted or banned', () => {
  it('is a former member of all of its teams, and stays one when the ban is lifted', async () => {
    const member = await newPerson(app, { name: 'Mo' })
    await memberIn(app.sql, team, member, 'manager')
    const other = await teamOf(app.sql, owner)
    await memberIn(app.sql, other, member, 'viewer')
    await WAYS['is banned']?.(member)
    await unbanAccount(app.parts.sql, ADMIN, member.id)
    expect(await roster()).toEqual(['The owner owner in', 'Mo manager left'])
    expect(await roster(other)).toEqual(['The owner owner in', 'Mo viewer left'])
  })

  it('takes back the invitations it sent, and a deleted one those it got', async () => {
    const [member, stranger] = [await joined('Mo', 'manager'), await newPerson(app)]
    const sent = { email: 'new@agency.test', role: 'viewer' }
    await member.ask('POST', `/api/teams/${team}/invites`, sent)
    await owner.ask('POST', `/api/teams/${team}/invites`, { ...sent, email: stranger.email })
    await WAYS['deletes the account']?.(member)
    await WAYS['deletes the account']?.(stranger)
    const invites = await app.sql`
      select email, revoked_at is not null as is_revoked from team_invites
      where team_id = ${team}`
    expect(invites).toEqual([{ email: 'new@agency.test', is_revoked: true }])
  })

  it('has its memberships and invitations in the download before', async () => {
    const member = await joined('Mo', 'manager')
    await member.ask('POST', `/api/teams/${team}/invites`, {
      email: 'new@agency.test',
      role: 'viewer',
    })
    const { team_members, team_invites } = await accountData(app.sql, member.id)
    expect(team_members).toMatchObject([
      { team_id: team, team: 'A desk', role: 'manager', display_name: 'Mo', ended_at: null },
    ])
    expect(team_invites).toMatchObject([{ team_id: team, email: 'new@agency.test' }])
    expect(JSON.stringify(team_invites)).not.toContain('token')
  })
})

describe('TEAMS-12 the database', () => {
  it.each([
    [
      'a member ends',
      () => app.sql`update team_members set ended_at = now() where team_id = ${team}`,
    ],
    ['a role', () => app.sql`update team_members set role = 'viewer' where team_id = ${team}`],
    ['a row is deleted', () => app.sql`delete from team_members where team_id = ${team}`],
    ['a team is made', () => app.sql`insert into teams (name) values ('Nobody’s')`],
  ])('leaves no open team without an owner: %s', async (_, change) => {
    await expect(change()).rejects.toMatchObject({
      code: '23514',
      message: 'an open team has an owner',
    })
  })

  it('has an owner of rows for each team, and no longer', async () => {
    const owned = () => app.sql`select id, kind from owners where id = ${team}`
    expect(await owned()).toEqual([{ id: team, kind: 'team' }])
    await app.sql`delete from teams where id = ${team}`
    expect(await owned()).toEqual([])
  })
})

describe('TEAMS-13 every change of who is in is told, as it commits', () => {
  it('with the team and the account', async () => {
    const notice = z.object({ team_id: z.string(), user_id: z.string() })
    const heard: string[] = []
    let people: Record<string, string> = {}
    const { unlisten } = await app.sql.listen('team_changed', (payload) => {
      const { team_id, user_id } = notice.parse(JSON.parse(payload))
      if (team_id === team) heard.push(people[user_id] ?? user_id)
    })
    const told = async (who: string[]) => {
      await soon(() => expect(heard).toHaveLength(who.length))
      expect(heard.splice(0).sort()).toEqual(who.sort())
    }
    const member = await newPerson(app, { name: 'Mo' })
    people = { [member.id]: 'Mo', [owner.id]: 'Olga' }
    const id = await memberIn(app.sql, team, member, 'viewer')
    await told(['Mo'])
    const of = `/api/teams/${team}`
    await owner.ask('PUT', `${of}/members/${id}/role`, { role: 'manager' })
    await told(['Mo'])
    // The call changes no membership: if it sent a notification, the next expectation would fail.
    await owner.ask('PUT', of, { name: 'Renamed', lease_days: 7, cooldown_days: 14 })
    await owner.ask('POST', `${of}/hand-over`, { member_id: id })
    await told(['Mo', 'Olga'])
    await WAYS['deletes the account']?.(member)
    await told(['Mo', 'Olga'])
    await owner.ask('DELETE', of)
    await told(['Olga'])
    await unlisten()
  })
})
