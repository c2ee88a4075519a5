import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { MUTATIONS, type MutationName, mutationOf, teamOf } from '#sync/contract/mutations.ts'
import type { MutationResult } from '#sync/contract/wire.ts'
import type { ConcurrencyCase } from '#tests/concurrency/case.ts'
import {
  ACCOUNT,
  CONTACT,
  PEOPLE,
  STARTS,
  STEPS,
  type Start,
  type Step,
  TEAM,
} from '#tests/concurrency/steps.ts'
import { CONCURRENCY } from '#tests/concurrency/table.ts'
import { testDatabase } from '#tests/support/database.ts'
import { insertKnownPeople } from '#tests/support/known-people.ts'
import { EVERYTHING, wireMutation } from '#tests/support/push.ts'
import { memberIn, teamOf as teamWith } from '#tests/support/teams.ts'
import { push } from './executor.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await seedDirectory(database.sql, { people: 20, seed: 7 })
  await insertKnownPeople(database.sql)
  for (const id of Object.values(PEOPLE)) {
    await database.sql`
      insert into candidates (id, first_name, last_name, source) values (${id}, 'A', 'B', 'csv')
      on conflict do nothing`
  }
  const { candidate_id, kind, value_id } = CONTACT
  await database.sql`
    insert into candidate_contacts (candidate_id, kind, value, source, value_id)
    values (${candidate_id}, ${kind}, '(806) 555-0100', 'csv', ${value_id})
    on conflict (candidate_id, kind) do update set value_id = excluded.value_id`
})
afterAll(() => database.close())

async function newAccount(): Promise<string> {
  const id = crypto.randomUUID()
  const email = `${id}@clinidex.test`
  await database.sql`insert into users (id, name, email, email_verified)
    values (${id}, ${id}, ${email}, true)`
  await database.sql`insert into reveals (owner_id, candidate_id)
    values (${id}, ${CONTACT.candidate_id})`
  return id
}

type Mutated = { name: string; args: unknown }

/** The owners of a table's rows: both devices' accounts, and a team that both are in. */
interface Scene {
  first: string
  second: string
  team: string
}

/** Owners with the rows of a start. */
async function sceneAt(start: Start): Promise<Scene> {
  const rows: Mutated[] = STARTS[start]
  const first = await newAccount()
  const isTeams = rows.some(({ args }) => teamOf(args) !== undefined)
  const second = isTeams ? await newAccount() : first
  const team = await teamWith(database.sql, { id: first })
  if (isTeams) await memberIn(database.sql, team, { id: second }, 'manager')
  const scene = { first, second, team }
  for (const mutation of rows) await send(scene, 'first', mutation)
  return scene
}

async function send(scene: Scene, who: 'first' | 'second', { name, args }: Mutated) {
  const named = JSON.stringify(args)
    .replaceAll(TEAM, scene.team)
    .replaceAll(ACCOUNT.first, scene.first)
    .replaceAll(ACCOUNT.second, scene.second)
  const mutation = {
    ...wireMutation('lists.delete', { id: PEOPLE.A }),
    name,
    args: JSON.parse(named),
  }
  const { results } = await push(database.sql, scene[who], [mutation], EVERYTHING)
  const [result] = results
  if (!result) throw new Error('There is no result.')
  return result
}

function answerIn(result: MutationResult) {
  if (result.status === 'rejected') return result.code
  return result.tables.length > 0 ? 'applied' : 'unchanged'
}

/** The rows of a scene, as the table speaks of them. */
async function rowsOf({ first, second, team }: Scene) {
  const { sql } = database
  const owner = first
  const [row] = await sql`
    select
      (select count(*)::text from lists
        where owner_id = any(${[first, second, team]}) and moved_to is null) as lists,
      case when l.owner_id = ${team} then 'team'
        when l.owner_id = ${second} and ${second} <> ${first} then 'second' else 'first' end as owner,
      l.name, l.description, l.deleted_at is not null as deleted,
      (select array_agg(candidate_id::text order by candidate_id) from list_members m
        where m.owner_id = l.owner_id and m.removed_at is null) as members,
      a.stage,
      case a.assigned_to when ${first} then 'first' when ${second} then 'second' end as assigned,
      (select count(*)::text from activities v where v.owner_id = l.owner_id) as trail,
      (select count(*)::text from activities v where v.owner_id = ${owner} and v.kind = 'call') as calls,
      k.value as call, k.words, d.reason as mark,
      c.starred, c.note, r.state as report, r.reason,
      (select count(*)::text from saved_searches where owner_id = ${owner}) as searches,
      (select name from saved_searches where owner_id = ${owner} limit 1) as search,
      (select cadence from watches where owner_id = ${owner} limit 1) as watch,
      (select count(*)::text from email_templates where owner_id = ${owner}) as templates,
      t.body, t.tone,
      (select value #>> '{}' from user_settings where owner_id = ${owner} and key = 'theme') as theme,
      (select value #>> '{}' from user_settings where owner_id = ${owner} and key = 'density')
        as density
    from (select 1) nothing
      left join (select * from lists where owner_id = any(${[first, second, team]})
        order by moved_to is not null, id limit 1) l on true
      left join list_members a on a.owner_id = l.owner_id and a.candidate_id = ${PEOPLE.A}
        and a.removed_at is null
      left join saved_candidates c on c.owner_id = ${owner}
      left join (select * from activities where owner_id = ${owner} and kind = 'call' limit 1) k
        on true
      left join do_not_contact d on d.owner_id = ${owner}
      left join contact_reports r on r.owner_id = ${owner}
      left join (select * from email_templates where owner_id = ${owner} order by id limit 1) t
        on true`
  const letters = Object.entries(PEOPLE)
  const letterOf = (id: string) => letters.find(([, known]) => known === id)?.[0]
  return { ...row, members: ((row?.members ?? []) as string[]).map(letterOf).join('') }
}

describe.each(Object.keys(CONCURRENCY) as Start[])('both saw %s', (start) => {
  const titled = CONCURRENCY[start].map(
    (cell) => [`${cell[0]} and ${cell[1]}: ${cell[4]}`, cell] as const,
  )
  it.each(titled)('%s', async (_title, [first, second, answer, changes]) => {
    const scene = await sceneAt(start)
    const before = await rowsOf(scene)
    const results = [
      await send(scene, 'first', STEPS[first]('first')),
      await send(scene, 'second', STEPS[second]('second')),
    ] as const
    expect(results[0].status).toBe('applied')
    expect(answerIn(results[1])).toBe(answer)
    expect(await rowsOf(scene)).toEqual({ ...before, ...changes })
    if (answer === 'changed_elsewhere') {
      // Enough to show both texts to the author who must choose.
      expect(results[1]).toHaveProperty('data.current')
    }
  })
})

const mutationNameOf = (step: Step) => STEPS[step]('first').name

/** What a mutation is about: those about different things do not meet. */
const thingOf = (name: MutationName) => name.split('.')[0]?.replace('members', 'lists')

/** What a user can do who sees a start: what is not refused, and of nothing only what makes something. */
async function possibleSteps(start: Start): Promise<Step[]> {
  // The last one is of the thing that the start is about.
  const row = STARTS[start].at(-1)
  const possible: Step[] = []
  for (const step of Object.keys(STEPS) as Step[]) {
    const { name, args } = STEPS[step]('first')
    if (row && teamOf(args) !== teamOf(row.args)) continue
    if (row && (mutationOf(name).creates || thingOf(name) !== thingOf(row.name))) continue
    const answer = answerIn(await send(await sceneAt(start), 'first', STEPS[step]('first')))
    if (answer === 'applied' || (row && answer === 'unchanged')) possible.push(step)
  }
  return possible
}

it('every mutation is in the table', () => {
  const inTable = (Object.keys(STEPS) as Step[]).map(mutationNameOf)
  expect([...new Set(inTable)].sort()).toEqual(Object.keys(MUTATIONS).sort())
})

describe.each(Object.keys(CONCURRENCY) as Start[])('of those who saw %s', (start) => {
  it('no pair that can meet is missing', async () => {
    const steps = await possibleSteps(start)
    const pairs = steps.flatMap((first) =>
      steps
        .filter((second) => thingOf(mutationNameOf(first)) === thingOf(mutationNameOf(second)))
        .map((second) => `${first}, ${second}`),
    )
    const inTable = CONCURRENCY[start].map(
      ([first, second]: ConcurrencyCase) => `${first}, ${second}`,
    )
    expect([...inTable].sort()).toEqual(pairs.sort())
  })

  it('each does nothing where its effect is there already', async () => {
    for (const step of await possibleSteps(start)) {
      const scene = await sceneAt(start)
      await send(scene, 'first', STEPS[step]('first'))
      const rows = await rowsOf(scene)
      const again = await send(scene, 'first', STEPS[step]('first'))
      expect([step, answerIn(again)]).toEqual([step, 'unchanged'])
      expect(await rowsOf(scene)).toEqual(rows)
    }
  })
})
