import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIST_MEMBERS_MAX } from '#db/schema/lists.ts'
import type { MutationArgs } from '#sync/contract/mutations.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { keepFor, pushAs, wireMutation } from '#tests/support/push.ts'
import { applied, rejected } from '#tests/support/results.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'
import { purgeOwnedRows } from './purge.ts'

let app: TestApp
let people: string[]
let team: string
beforeAll(async () => {
  app = await testApp({ people: 20 })
  people = (await app.sql`select id from candidates order by id`).map(({ id }) => id)
  team = await teamOf(app.sql, { id: 'admin' })
  await memberIn(app.sql, team, { id: 'subscriber' }, 'recruiter')
})
afterAll(() => app.close())

const at = (index: number) => people[index] ?? ''
const letters = (ids: string[]) => ids.map((id) => 'ABCDEFGHIJ'[people.indexOf(id)]).join('')

/** A list of the account or the team with these of the first ten people. */
async function newList(of: string, { owner }: { owner?: string } = {}): Promise<string> {
  const id = crypto.randomUUID()
  const candidate_ids = [...of].map((letter) => at('ABCDEFGHIJ'.indexOf(letter)))
  const args = { owner, id, name: 'A list', candidate_ids }
  await keepFor(app, 'subscriber', wireMutation('lists.create', args))
  return id
}

const peopleOn = async (list: string) => {
  const rows = await app.sql<{ candidate_id: string }[]>`
    select candidate_id from list_members where list_id = ${list} and removed_at is null
    order by candidate_id`
  return letters(rows.map(({ candidate_id }) => candidate_id))
}

describe('who is taken off a list', () => {
  const AN_HOUR_AGO = new Date(Date.now() - 3_600_000)
  let list: string
  const remove = (...indexes: number[]) =>
    wireMutation('members.remove', { owner: team, list_id: list, candidate_ids: indexes.map(at) })
  const restore = (...indexes: number[]) =>
    wireMutation('members.restore', { owner: team, list_id: list, candidate_ids: indexes.map(at) })
  const rowOf = async (index: number) => {
    const [row] = await app.sql`
      select t::text as row from list_members t where list_id = ${list} and candidate_id = ${at(index)}`
    return row?.row
  }
  beforeEach(async () => {
    list = await newList('AB', { owner: team })
    // By another user, an hour ago: everything that an addition would say otherwise.
    await app.sql`
      update list_members set added_at = ${AN_HOUR_AGO}, created_by = 'admin', stage = 'contacted',
        stage_by = 'admin', stage_at = ${AN_HOUR_AGO}, assigned_to = 'admin',
        assigned_at = ${AN_HOUR_AGO}
      where list_id = ${list}`
  })

  it('comes back as before: stage, assignee, date and author', async () => {
    const before = await rowOf(0)
    expect(await pushAs(app, 'subscriber', remove(0))).toEqual([applied('list_members')])
    expect(await peopleOn(list)).toBe('B')
    expect(await pushAs(app, 'subscriber', restore(0, 1), restore(0))).toEqual([
      applied('list_members'),
      applied(),
    ])
    expect(await rowOf(0)).toBe(before)
    expect(await peopleOn(list)).toBe('AB')
  })

  it('comes back with what another member said before the removal, not as its author saw it', async () => {
    const [person = ''] = people
    const of = {
      owner: team,
      activity_id: crypto.randomUUID(),
      list_id: list,
      candidate_id: person,
    }
    await pushAs(app, 'admin', wireMutation('members.stage', { ...of, stage: 'offered' }))
    await pushAs(app, 'subscriber', remove(0), restore(0))
    const [row] = await app.sql`
      select stage, stage_by from list_members where list_id = ${list} and candidate_id = ${person}`
    expect(row).toEqual({ stage: 'offered', stage_by: 'admin' })
  })

  it('cannot be worked on meanwhile, and keeps up with the directory and the team', async () => {
    await pushAs(app, 'subscriber', remove(0))
    const [person = ''] = people
    const of = {
      owner: team,
      activity_id: crypto.randomUUID(),
      list_id: list,
      candidate_id: person,
    }
    const assign = { ...of, assignee: 'subscriber', previous: 'admin' }
    expect(
      await pushAs(
        app,
        'subscriber',
        wireMutation('members.stage', { ...of, stage: 'offered' }),
        wireMutation('members.assign', assign),
      ),
    ).toEqual([rejected('gone'), rejected('gone')])
    await app.sql`update candidates set city = 'Elsewhere' where id = ${person}`
    await pushAs(app, 'subscriber', restore(0))
    const [row] = await app.sql`
      select card ->> 'city' as city, stage from list_members
      where list_id = ${list} and candidate_id = ${person}`
    expect(row).toEqual({ city: 'Elsewhere', stage: 'contacted' })
  })

  it('begins anew where another member puts the person on it again; putting back changes nothing then', async () => {
    const candidate_ids = [at(0), at(1)]
    const add = wireMutation('members.add', { owner: team, list_id: list, candidate_ids })
    await pushAs(app, 'subscriber', remove(0))
    const kept = await rowOf(1)
    expect(await pushAs(app, 'subscriber', add)).toEqual([applied('list_members')])
    const [row] = await app.sql`
      select stage, assigned_to, created_by, added_at > ${AN_HOUR_AGO} as is_new from list_members
      where list_id = ${list} and candidate_id = ${at(0)}`
    expect(row).toEqual({ stage: null, assigned_to: null, created_by: 'subscriber', is_new: true })
    expect(await rowOf(1)).toBe(kept)
    expect(await pushAs(app, 'subscriber', restore(0))).toEqual([applied()])
  })

  it('is left in searches again', async () => {
    const own = await newList('C')
    const args = { list_id: own, candidate_ids: [at(2)] }
    const leftOut = async () => {
      const json = { filters: { leaveOut: ['listed'] }, page: 1, limit: 25 }
      const answer = await (await app.request('/api/search', { as: 'subscriber', json })).json()
      return !(answer as { data: { id: string }[] }).data.some(({ id }) => id === at(2))
    }
    expect(await leftOut()).toBe(true)
    await pushAs(app, 'subscriber', wireMutation('members.remove', args))
    expect(await leftOut()).toBe(false)
    await pushAs(app, 'subscriber', wireMutation('members.restore', args))
    expect(await leftOut()).toBe(true)
  })

  it('comes back to no list that is deleted, and to none of a team whose viewer asks', async () => {
    await pushAs(app, 'subscriber', remove(0))
    await memberIn(app.sql, team, { id: 'free' }, 'viewer')
    expect(await pushAs(app, 'free', restore(0))).toEqual([rejected('forbidden')])
    await pushAs(app, 'admin', wireMutation('lists.delete', { owner: team, id: list }))
    expect(await pushAs(app, 'subscriber', restore(0))).toEqual([rejected('gone')])
  })

  it('goes for good after 30 days', async () => {
    await pushAs(app, 'subscriber', remove(0, 1))
    await app.sql`
      update list_members set removed_at = now() - make_interval(days =>
        case when candidate_id = ${at(0)} then 31 else 29 end)
      where list_id = ${list}`
    expect(await purgeOwnedRows(app.parts.sql)).toMatchObject({ members: 1 })
    await pushAs(app, 'subscriber', restore(0, 1))
    expect(await peopleOn(list)).toBe('B')
  })

  it('makes room, and comes back only where there is some', async () => {
    await fill(team, list, LIST_MEMBERS_MAX - 2)
    const candidate_ids = [at(2)]
    const add = () => wireMutation('members.add', { owner: team, list_id: list, candidate_ids })
    const full = { code: 'quota_reached', data: { quota: 'list_members', max: LIST_MEMBERS_MAX } }
    expect(await pushAs(app, 'subscriber', add(), remove(0), add(), restore(0))).toEqual([
      expect.objectContaining(full),
      applied('list_members'),
      applied('list_members'),
      expect.objectContaining(full),
    ])
    await app.sql`delete from list_members where list_id = ${list}`
  })
})

/** Puts so many on a list whom nobody knows, past all triggers. */
async function fill(owner: string, list: string, count: number): Promise<void> {
  await app.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into list_members (candidate_id, owner_id, list_id, added_at, card)
      select gen_random_uuid(), ${owner}, ${list}, now(), '{}' from generate_series(1, ${count})`
  })
}

describe('a list of others', () => {
  type Args = Omit<MutationArgs<'lists.combine'>, 'id' | 'name'>
  const combine = (args: Args) => {
    const made = { ...args, id: crypto.randomUUID(), name: 'Of others' }
    return { ...wireMutation('lists.combine', made), args: made }
  }

  it.each([
    ['union', 'ABCDE'],
    ['intersection', 'C'],
    ['difference', 'A'],
  ] as const)('%s', async (how, expected) => {
    const of = await Promise.all(['ABC', 'BCD', 'CE'].map((letters) => newList(letters)))
    const made = combine({ how, of: of.map((id) => ({ id })) })
    expect(await pushAs(app, 'subscriber', made)).toEqual([applied('lists', 'list_members')])
    expect(await peopleOn(made.args.id)).toBe(expected)
    // The others are as they were.
    expect(await Promise.all(of.map(peopleOn))).toEqual(['ABC', 'BCD', 'CE'])
  })

  it('has who is on them when it is made, once, with the first one’s date and stage', async () => {
    const [first, second] = [await newList('AB'), await newList('BC')]
    await app.sql`
      update list_members set stage = case when list_id = ${first} then 'offered' else 'declined' end,
        added_at = case when list_id = ${first} then timestamptz '2026-01-01' else '2026-02-02' end
      where list_id in (${first}, ${second})`
    const args = { list_id: first, candidate_ids: [at(0)] }
    const made = combine({ how: 'union', of: [{ id: first }, { id: second }] })
    await pushAs(app, 'subscriber', wireMutation('members.remove', args), made)
    const rows = await app.sql`
      select candidate_id, stage, to_char(added_at at time zone 'utc', 'MM-DD') as day,
        card ->> 'last_name' is not null as has_card
      from list_members where list_id = ${made.args.id} order by candidate_id`
    expect([...rows]).toEqual([
      { candidate_id: at(1), stage: 'offered', day: '01-01', has_card: true },
      { candidate_id: at(2), stage: 'declined', day: '02-02', has_card: true },
    ])
    // Sent again with another id, it does not gather who came since.
    await pushAs(app, 'subscriber', wireMutation('members.restore', args))
    const again = { ...made, id: crypto.randomUUID() }
    expect(await pushAs(app, 'subscriber', again)).toEqual([applied()])
    expect(await peopleOn(made.args.id)).toBe('BC')
  })

  it('takes ten thousand at once, and no more than a list holds', async () => {
    const [full, one] = [await newList(''), await newList('A')]
    await fill('subscriber', full, LIST_MEMBERS_MAX)
    await app.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        insert into candidates (id, first_name, last_name, source)
        select candidate_id, 'Full', 'List', 'csv' from list_members where list_id = ${full}`
    })
    const copy = combine({ how: 'union', of: [{ id: full }] })
    const tooMany = combine({ how: 'union', of: [{ id: full }, { id: one }] })
    const data = { quota: 'list_members', max: LIST_MEMBERS_MAX }
    expect(await pushAs(app, 'subscriber', copy, tooMany)).toEqual([
      applied('lists', 'list_members'),
      expect.objectContaining({ code: 'quota_reached', data }),
    ])
    const [counted] = await app.sql`
      select (select count(*)::int from list_members where list_id = ${copy.args.id}) as members,
        (select count(*)::int from lists where id = ${tooMany.args.id}) as refused`
    expect(counted).toEqual({ members: LIST_MEMBERS_MAX, refused: 0 })
  })

  it('is made of twenty others at most', async () => {
    const list = await newList('A')
    const many = (count: number) => combine({ how: 'union', of: Array(count).fill({ id: list }) })
    expect(await pushAs(app, 'subscriber', many(20), many(21))).toEqual([
      applied('lists', 'list_members'),
      rejected('invalid_input'),
    ])
  })

  it('crosses into a team and out of it without what was said of people', async () => {
    const [mine, theirs] = [await newList('AB'), await newList('BC', { owner: team })]
    await app.sql`
      update list_members set stage = 'offered', assigned_to = 'admin'
      where list_id in (${mine}, ${theirs})`
    const of = [{ id: mine }, { owner: team, id: theirs }]
    const [toTeam, toMe] = [
      combine({ owner: team, how: 'union', of }),
      combine({ how: 'union', of }),
    ]
    await pushAs(app, 'subscriber', toTeam, toMe)
    const stagesOn = async (id: string) => {
      const rows = await app.sql`
        select candidate_id, stage, assigned_to, owner_id from list_members
        where list_id = ${id} order by candidate_id`
      return rows.map((row) => [
        letters([row.candidate_id]),
        row.stage,
        row.assigned_to,
        row.owner_id,
      ])
    }
    expect(await stagesOn(toTeam.args.id)).toEqual([
      ['A', null, null, team],
      ['B', null, null, team],
      ['C', 'offered', 'admin', team],
    ])
    expect(await stagesOn(toMe.args.id)).toEqual([
      ['A', 'offered', 'admin', 'subscriber'],
      ['B', 'offered', 'admin', 'subscriber'],
      ['C', null, null, 'subscriber'],
    ])
  })

  it.each([
    // Rights on the target, then on what is taken along.
    ['viewer', 'the team', 'forbidden'],
    ['viewer', 'their own', 'forbidden'],
    ['recruiter', 'their own', undefined],
  ] as const)('made by a %s for %s: %s', async (role, target, code) => {
    const owner = await teamOf(app.sql, { id: 'admin' })
    const theirs = crypto.randomUUID()
    const create = { owner, id: theirs, name: 'Theirs', candidate_ids: [at(0)] }
    await keepFor(app, 'admin', wireMutation('lists.create', create))
    await memberIn(app.sql, owner, { id: 'subscriber' }, role)
    const of = [{ owner, id: theirs }]
    const made = combine({ how: 'union', of, ...(target === 'the team' ? { owner } : {}) })
    expect(await pushAs(app, 'subscriber', made)).toEqual([
      code ? rejected(code) : applied('lists', 'list_members'),
    ])
  })

  it('is made by no account without a plan, and of no list that is not there for it', async () => {
    const mine = await newList('A')
    const theirs = await newList('A', { owner: team })
    const of = (...lists: { owner?: string; id: string }[]) => combine({ how: 'union', of: lists })
    expect(await pushAs(app, 'free', of({ id: mine }))).toEqual([rejected('subscription_required')])
    const stranger = await teamOf(app.sql, { id: 'free' })
    expect(
      await pushAs(
        app,
        'subscriber',
        of({ id: theirs }),
        of({ id: mine }, { id: crypto.randomUUID() }),
        of({ owner: stranger, id: mine }),
        of(),
      ),
    ).toEqual([
      rejected('gone'),
      rejected('gone'),
      rejected('not_a_member'),
      rejected('invalid_input'),
    ])
    await keepFor(app, 'subscriber', wireMutation('lists.delete', { id: mine }))
    expect(await pushAs(app, 'subscriber', of({ id: mine }))).toEqual([rejected('gone')])
  })

  it('two who make lists of two teams’ lists crosswise do not wait for each other', async () => {
    const other = await teamOf(app.sql, { id: 'subscriber' })
    await memberIn(app.sql, other, { id: 'admin' }, 'manager')
    const [here, there] = [
      await newList('A', { owner: team }),
      await newList('B', { owner: other }),
    ]
    const makes = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? pushAs(
            app,
            'subscriber',
            combine({ owner: other, how: 'union', of: [{ owner: team, id: here }] }),
          )
        : pushAs(
            app,
            'admin',
            combine({ owner: team, how: 'union', of: [{ owner: other, id: there }] }),
          ),
    )
    const results = (await Promise.all(makes)).flat()
    expect(results).toEqual(makes.map(() => applied('lists', 'list_members')))
  })
})
