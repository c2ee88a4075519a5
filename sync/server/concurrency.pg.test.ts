import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import {
  ACTS,
  type Act,
  type Cell,
  CONCURRENCY,
  PEOPLE,
  STARTS,
  type Start,
} from '#sync/contract/concurrency.ts'
import { MUTATIONS, type MutationName, mutationOf } from '#sync/contract/mutations.ts'
import type { MutationResult } from '#sync/contract/wire.ts'
import { testDatabase } from '#tests/support/database.ts'
import { insertKnownPeople } from '#tests/support/known-people.ts'
import { EVERYTHING, wireMutation } from '#tests/support/push.ts'
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
})
afterAll(() => database.close())

async function newOwner(): Promise<string> {
  const id = crypto.randomUUID()
  const email = `${id}@clinidex.test`
  await database.sql`insert into users (id, name, email, email_verified)
    values (${id}, ${id}, ${email}, true)`
  return id
}

/** An owner with the rows of a start. */
async function ownerAt(start: Start): Promise<string> {
  const owner = await newOwner()
  for (const mutation of STARTS[start]) await send(owner, mutation)
  return owner
}

async function send(owner: string, { name, args }: { name: string; args: unknown }) {
  const mutation = { ...wireMutation('lists.delete', { id: PEOPLE.A }), name, args }
  const { results } = await push(database.sql, owner, [mutation], EVERYTHING)
  const [result] = results
  if (!result) throw new Error('There is no result.')
  return result
}

function answerIn(result: MutationResult) {
  if (result.status === 'rejected') return result.code
  return result.tables.length > 0 ? 'applied' : 'unchanged'
}

/** The rows of an owner, as the table speaks of them. */
async function rowsOf(owner: string) {
  const { sql } = database
  const [row] = await sql`
    select
      (select count(*)::text from lists where owner_id = ${owner}) as lists,
      l.name, l.description, l.deleted_at is not null as deleted,
      (select array_agg(candidate_id::text order by candidate_id) from list_members
        where owner_id = ${owner}) as members,
      c.starred, c.note,
      (select count(*)::text from saved_searches where owner_id = ${owner}) as searches,
      (select name from saved_searches where owner_id = ${owner} limit 1) as search,
      (select count(*)::text from email_templates where owner_id = ${owner}) as templates,
      t.body, t.tone,
      (select value #>> '{}' from user_settings where owner_id = ${owner} and key = 'theme') as theme,
      (select value #>> '{}' from user_settings where owner_id = ${owner} and key = 'density')
        as density
    from (select 1) nothing
      left join (select * from lists where owner_id = ${owner} order by id limit 1) l on true
      left join saved_candidates c on c.owner_id = ${owner}
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
    const owner = await ownerAt(start)
    const before = await rowsOf(owner)
    const results = [
      await send(owner, ACTS[first]('first')),
      await send(owner, ACTS[second]('second')),
    ] as const
    expect(results[0].status).toBe('applied')
    expect(answerIn(results[1])).toBe(answer)
    expect(await rowsOf(owner)).toEqual({ ...before, ...changes })
    if (answer === 'changed_elsewhere') {
      // Enough to show both texts to the author who must choose.
      expect(results[1]).toHaveProperty('data.current')
    }
  })
})

const mutationNameOf = (act: Act) => ACTS[act]('first').name

/** What a mutation is about: those about different things do not meet. */
const thingOf = (name: MutationName) => name.split('.')[0]?.replace('members', 'lists')

/** What somebody can do who sees a start: what is not refused, and of nothing only what makes something. */
async function possibleActs(start: Start): Promise<Act[]> {
  const [row] = STARTS[start]
  const possible: Act[] = []
  for (const act of Object.keys(ACTS) as Act[]) {
    const name = mutationNameOf(act)
    if (row && (mutationOf(name).creates || thingOf(name) !== thingOf(row.name))) continue
    const answer = answerIn(await send(await ownerAt(start), ACTS[act]('first')))
    if (answer === 'applied' || (row && answer === 'unchanged')) possible.push(act)
  }
  return possible
}

it('every mutation is in the table', () => {
  const inTable = (Object.keys(ACTS) as Act[]).map(mutationNameOf)
  expect([...new Set(inTable)].sort()).toEqual(Object.keys(MUTATIONS).sort())
})

describe.each(Object.keys(CONCURRENCY) as Start[])('of those who saw %s', (start) => {
  it('no pair that can meet is missing', async () => {
    const acts = await possibleActs(start)
    const pairs = acts.flatMap((first) =>
      acts
        .filter((second) => thingOf(mutationNameOf(first)) === thingOf(mutationNameOf(second)))
        .map((second) => `${first}, ${second}`),
    )
    const inTable = CONCURRENCY[start].map(([first, second]: Cell) => `${first}, ${second}`)
    expect([...inTable].sort()).toEqual(pairs.sort())
  })

  it('each does nothing where its effect is there already', async () => {
    for (const act of await possibleActs(start)) {
      const owner = await ownerAt(start)
      await send(owner, ACTS[act]('first'))
      const rows = await rowsOf(owner)
      expect([act, answerIn(await send(owner, ACTS[act]('first')))]).toEqual([act, 'unchanged'])
      expect(await rowsOf(owner)).toEqual(rows)
    }
  })
})
