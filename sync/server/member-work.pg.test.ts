import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Stage } from '#db/schema/activities.ts'
import { CHANGED_MEMBERS_MAX } from '#db/schema/lists.ts'
import type { TeamRole } from '#db/schema/teams.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { keepFor, pushAs, wireMutation } from '#tests/support/push.ts'
import { applied, rejected } from '#tests/support/results.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'

/* One choice for many people on a list. */

let app: TestApp
let people: string[]
let team: string
/** With all people, of the team. */
let list: string
beforeAll(async () => {
  app = await testApp({ people: 20 })
  people = (await app.sql`select id from candidates order by id limit 4`).map(({ id }) => id)
  team = await teamOf(app.sql, { id: 'admin' })
  await memberIn(app.sql, team, { id: 'subscriber' }, 'recruiter')
  await memberIn(app.sql, team, { id: 'free' }, 'recruiter')
})
afterAll(() => app.close())
beforeEach(async () => {
  list = await newList('subscriber', team)
})

async function newList(account: string, owner?: string): Promise<string> {
  const id = crypto.randomUUID()
  const args = { owner, id, name: 'A list', candidate_ids: people }
  await keepFor(app, account, wireMutation('lists.create', args))
  return id
}

/** The first people, of whom the author saw these values. */
const seen = <Value extends string | null>(...values: Value[]) =>
  values.map((previous, index) => ({
    candidate_id: people[index] ?? '',
    activity_id: crypto.randomUUID(),
    previous,
  }))
type Seen<Value extends string | null> = ReturnType<typeof seen<Value>>

/** What takes a choice back, for these of its people. */
const undone = <Value extends string | null>(given: Value, chosen: Seen<Value>) =>
  chosen.map(({ candidate_id, activity_id }) => ({
    candidate_id,
    activity_id: crypto.randomUUID(),
    previous: given,
    undoes: activity_id,
  }))

const stageMany = (stage: Stage | null, chosen: Seen<Stage | null>, owner?: string) =>
  wireMutation('members.stage_many', { owner, list_id: list, people: chosen, stage })
const assignMany = (assignee: string | null, chosen: Seen<string | null>, owner = team) =>
  wireMutation('members.assign_many', { owner, list_id: list, people: chosen, assignee })
/** What a choice about one person alone names. */
const about = (index: number) => ({
  owner: team,
  activity_id: crypto.randomUUID(),
  list_id: list,
  candidate_id: people[index] ?? '',
})
const stageOne = (index: number, stage: Stage) =>
  wireMutation('members.stage', { ...about(index), stage })
const assignOne = (index: number, assignee: string | null, previous: string | null) =>
  wireMutation('members.assign', { ...about(index), assignee, previous })

const valuesOf = async (name: 'stage' | 'stage_by' | 'assigned_to') =>
  (
    await app.sql<{ value: string | null }[]>`
      select ${app.sql(name)} as value from list_members
      where list_id = ${list} order by candidate_id`
  ).map(({ value }) => value)
const stepsOnList = async () =>
  (await app.sql`select from activities where list_id = ${list}`).length

const CHANGED = applied('list_members', 'activities')

describe('is made by whoever may make it for one person', () => {
  const roles: [TeamRole, stages: boolean, takes: boolean, assigns: boolean][] = [
    ['owner', true, true, true],
    ['manager', true, true, true],
    ['recruiter', true, true, false],
    ['viewer', false, false, false],
  ]
  it.each(roles)(
    '%s stages: %s, takes people: %s, gives them to others: %s',
    async (role, ...may) => {
      const owner = await teamOf(app.sql, { id: role === 'owner' ? 'subscriber' : 'admin' })
      if (role === 'owner') await memberIn(app.sql, owner, { id: 'admin' }, 'recruiter')
      else await memberIn(app.sql, owner, { id: 'subscriber' }, role)
      list = await newList('subscriber', owner)
      const pushed = await pushAs(
        app,
        'subscriber',
        stageMany('offered', seen<Stage | null>(null, null), owner),
        assignMany('subscriber', seen(null), owner),
        assignMany('admin', seen('subscriber', null), owner),
      )
      expect(pushed).toEqual(may.map((mayIt) => (mayIt ? CHANGED : rejected('forbidden'))))
    },
  )

  it.each(['free', 'demo', 'subscriber', 'admin'] as const)(
    'an account of its own stages, with a plan or without: %s',
    async (account) => {
      list = await newList(account)
      const chosen = seen<Stage | null>(null, null)
      expect(await pushAs(app, account, stageMany('offered', chosen))).toEqual([CHANGED])
      const own = { list_id: list, people: chosen, assignee: account }
      const mutation = wireMutation('members.assign_many', { ...own, owner: account })
      expect(await pushAs(app, account, mutation)).toEqual([rejected('not_a_member')])
    },
  )

  it('nobody stages on the list of a stranger, or of a team that is not theirs', async () => {
    const chosen = seen<Stage | null>(null)
    expect(await pushAs(app, 'demo', stageMany('offered', chosen))).toEqual([rejected('gone')])
    expect(await pushAs(app, 'demo', stageMany('offered', chosen, team))).toEqual([
      rejected('not_a_member'),
    ])
    expect(await valuesOf('stage')).toEqual([null, null, null, null])
  })

  it('a recruiter gives nobody’s person away, whatever the device says it saw', async () => {
    await pushAs(app, 'admin', assignOne(1, 'admin', null))
    const chosen = seen(null, 'admin')
    expect(
      await pushAs(
        app,
        'subscriber',
        assignMany('subscriber', chosen),
        assignMany(null, seen(null, 'admin')),
      ),
    ).toEqual([rejected('forbidden'), rejected('forbidden')])
    expect(await valuesOf('assigned_to')).toEqual([null, 'admin', null, null])
  })
})

it('all get the stage, each with a step; who has it already is left out', async () => {
  await pushAs(app, 'admin', stageOne(1, 'offered'))
  const chosen = seen<Stage | null>(null, 'offered', null)
  expect(await pushAs(app, 'subscriber', stageMany('offered', chosen, team))).toEqual([CHANGED])
  expect(await valuesOf('stage')).toEqual(['offered', 'offered', 'offered', null])
  expect(await valuesOf('stage_by')).toEqual(['subscriber', 'admin', 'subscriber', null])
  const steps = await app.sql`
    select id, candidate_id, kind, value, created_by from activities
    where list_id = ${list} and created_by = 'subscriber' order by candidate_id`
  expect([...steps]).toEqual(
    [chosen[0], chosen[2]].map((person) => ({
      ...{ id: person?.activity_id, candidate_id: person?.candidate_id },
      ...{ kind: 'stage', value: 'offered', created_by: 'subscriber' },
    })),
  )
})

describe('undone', () => {
  it('each has the stage from before', async () => {
    await pushAs(app, 'subscriber', stageOne(0, 'interested'), stageOne(2, 'declined'))
    const chosen = seen<Stage | null>('interested', null, 'declined')
    const before = await valuesOf('stage')
    const [first, second, third] = undone<Stage | null>('offered', chosen)
    await pushAs(app, 'subscriber', stageMany('offered', chosen, team))
    expect(
      await pushAs(
        app,
        'subscriber',
        stageMany('interested', [first as never], team),
        stageMany(null, [second as never], team),
        stageMany('declined', [third as never], team),
      ),
    ).toEqual([CHANGED, CHANGED, CHANGED])
    expect(await valuesOf('stage')).toEqual(before)
    expect(await stepsOnList()).toBe(2 + 3 + 3)
  })

  it('a later word of another member stays, and so does one that its author had not seen', async () => {
    // Of the first two before the choice is here, of the third after it.
    await pushAs(app, 'admin', stageOne(0, 'interested'), stageOne(1, 'offered'))
    const chosen = seen<Stage | null>(null, null, null, null)
    const choice = stageMany('offered', chosen, team)
    expect(await pushAs(app, 'subscriber', choice)).toEqual([CHANGED])
    await pushAs(app, 'admin', stageOne(2, 'placed'))
    expect(await valuesOf('stage')).toEqual(['interested', 'offered', 'placed', 'offered'])
    const undo = stageMany(null, undone<Stage | null>('offered', chosen), team)
    expect(await pushAs(app, 'subscriber', undo)).toEqual([CHANGED])
    expect(await valuesOf('stage')).toEqual(['interested', 'offered', 'placed', null])
    expect(await valuesOf('stage_by')).toEqual(['admin', 'admin', 'admin', 'subscriber'])
  })

  it('nothing is left to take back of a choice that was refused', async () => {
    const chosen = seen(null, null)
    const mutations = [
      assignMany('a stranger', chosen),
      assignMany(null, undone('a stranger', chosen)),
    ]
    expect(await pushAs(app, 'admin', ...mutations)).toEqual([rejected('member_left'), applied()])
  })

  it('each is whose they were; who has gone on to another member stays with that one', async () => {
    await pushAs(app, 'admin', assignOne(0, 'free', null))
    const chosen = seen('free', null, null)
    await pushAs(app, 'admin', assignMany('subscriber', chosen))
    expect(await valuesOf('assigned_to')).toEqual(['subscriber', 'subscriber', 'subscriber', null])
    await pushAs(app, 'subscriber', assignOne(2, null, 'subscriber'))
    await pushAs(app, 'free', assignOne(2, 'free', null))
    const [first, ...others] = undone('subscriber', chosen)
    expect(
      await pushAs(
        app,
        'admin',
        assignMany('free', first ? [first] : []),
        assignMany(null, others),
      ),
    ).toEqual([CHANGED, CHANGED])
    expect(await valuesOf('assigned_to')).toEqual(['free', null, 'free', null])
  })
})

describe('people whom another member took meanwhile', () => {
  it('stay with that one; the others are assigned', async () => {
    await pushAs(app, 'free', assignOne(1, 'free', null))
    expect(await pushAs(app, 'subscriber', assignMany('subscriber', seen(null, null)))).toEqual([
      CHANGED,
    ])
    expect(await valuesOf('assigned_to')).toEqual(['subscriber', 'free', null, null])
  })

  it.each([
    ['of one member', ['free', 'free'], { by: 'free' }],
    ['of several', ['free', 'admin'], {}],
  ])('where all are, it is refused with whose they are: %s', async (_, holders, data) => {
    for (const [index, holder] of holders.entries()) {
      await pushAs(app, 'admin', assignOne(index, holder, null))
    }
    const [result] = await pushAs(app, 'subscriber', assignMany('subscriber', seen(null, null)))
    expect(result).toMatchObject({ status: 'rejected', code: 'taken' })
    expect(result).toHaveProperty('data', data)
    expect(await valuesOf('assigned_to')).toEqual([...holders, null, null])
  })
})

it('nobody is assigned to an account that is not in the team any more', async () => {
  const left = await memberIn(app.sql, team, { id: 'demo' }, 'recruiter')
  await app.sql`update team_members set ended_at = now() where id = ${left}`
  expect(await pushAs(app, 'admin', assignMany('demo', seen(null, null)))).toEqual([
    rejected('member_left'),
  ])
})

it('who is off the list is left out; it is refused where nobody is on it', async () => {
  const [first = ''] = people
  const remove = (candidate_ids: string[]) =>
    wireMutation('members.remove', { owner: team, list_id: list, candidate_ids })
  const chosen = seen<Stage | null>(null, null)
  await pushAs(app, 'subscriber', remove([first]))
  expect(await pushAs(app, 'subscriber', stageMany('offered', chosen, team))).toEqual([CHANGED])
  expect(await valuesOf('stage')).toEqual([null, 'offered', null, null])
  await pushAs(app, 'subscriber', remove(people))
  expect(
    await pushAs(
      app,
      'subscriber',
      stageMany('placed', seen<Stage | null>(null, 'offered'), team),
      assignMany('subscriber', seen(null, null)),
    ),
  ).toEqual([rejected('gone'), rejected('gone')])
})

it('it is about at most as many people as can be selected, and about somebody', async () => {
  const many = (count: number) =>
    stageMany('offered', Array(count).fill(seen<Stage | null>(null)[0]), team)
  expect(await pushAs(app, 'subscriber', many(CHANGED_MEMBERS_MAX + 1), many(0))).toEqual([
    rejected('invalid_input'),
    rejected('invalid_input'),
  ])
})
