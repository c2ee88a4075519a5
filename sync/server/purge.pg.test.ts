import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WireMutation } from '#sync/contract/wire.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { EVERYTHING, wireMutation } from '#tests/support/push.ts'
import { push } from './executor.ts'
import { purgeOwnedRows } from './purge.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 20 })
})
afterAll(() => app.close())

const LONG_AGO = '00000000-0000-4000-8000-0000000000a1'
const LATELY = '00000000-0000-4000-8000-0000000000a2'
const LIVE = '00000000-0000-4000-8000-0000000000a3'

it('LISTS-05 a list goes for good, with its members and their steps, when it was deleted more than 30 days ago', async () => {
  const { sql } = app
  const deleted: [string, number | null][] = [
    [LONG_AGO, 31],
    [LATELY, 29],
    [LIVE, null],
  ]
  for (const [id, days] of deleted) {
    await sql`
      insert into lists (id, owner_id, name, created_at, updated_at, deleted_at)
      values (${id}, 'subscriber', 'A', now(), now(), now() - make_interval(days => ${days}))`
    await sql`
      insert into list_members (list_id, candidate_id, owner_id, added_at)
      values (${id}, ${KNOWN_PEOPLE[0]?.id ?? ''}, 'subscriber', now())`
    for (const [kind, value] of [
      ['stage', 'placed'],
      ['assign', 'subscriber'],
    ] as const) {
      await sql`
        insert into activities
          (id, owner_id, list_id, candidate_id, kind, value, created_by, created_at)
        values (gen_random_uuid(), 'subscriber', ${id}, ${KNOWN_PEOPLE[0]?.id ?? ''}, ${kind},
          ${value}, 'subscriber', now())`
    }
  }
  // The role that answers requests does it.
  expect(await purgeOwnedRows(app.parts.sql)).toEqual({ lists: 1, members: 0, results: 0 })
  const lists = await sql`select id from lists order by id`
  expect(lists.map(({ id }) => id)).toEqual([LATELY, LIVE])
  const members = await sql`select list_id from list_members order by list_id`
  expect(members.map(({ list_id }) => list_id)).toEqual([LATELY, LIVE])
  const steps = await sql`select list_id from activities order by list_id`
  expect(steps.map(({ list_id }) => list_id)).toEqual([LATELY, LATELY, LIVE, LIVE])
})

it('answers to mutations are kept 90 days', async () => {
  const { sql } = app
  await sql`
    insert into mutation_results (owner_id, id, result, executed_at)
    select 'subscriber', gen_random_uuid(), '{}', now() - make_interval(days => days)
    from (select 91 as days from generate_series(1, 2500) union all select 89) ages`
  expect(await purgeOwnedRows(app.parts.sql)).toEqual({ lists: 0, members: 0, results: 2500 })
  expect(await sql`select 1 from mutation_results`).toHaveLength(1)
})

const DAY_MS = 24 * 60 * 60 * 1000

it('a change that comes again when its answer is gone does not bring back what was deleted since', async () => {
  const { sql } = app
  const id = crypto.randomUUID()
  const made = new Date(Date.now() - 91 * DAY_MS)
  const create = {
    ...wireMutation('lists.create', { id, name: 'A' }),
    created_at: made.toISOString(),
  }
  const send = async (mutation: WireMutation, sentAt?: Date) => {
    const { results } = await push(app.parts.sql, 'subscriber', [mutation], EVERYTHING, { sentAt })
    return results
  }
  expect(await send(create, made)).toMatchObject([{ status: 'applied' }])
  await sql`delete from lists where id = ${id}`
  await sql`update mutation_results set executed_at = ${made} where id = ${create.id}`
  expect(await send(create)).toMatchObject([{ status: 'applied' }])
  await purgeOwnedRows(app.parts.sql)
  expect(await send(create)).toMatchObject([{ status: 'rejected', code: 'invalid_input' }])
  expect(await sql`select from lists where id = ${id}`).toHaveLength(0)
  // Its maker is asked, and may want it.
  const retry = wireMutation('lists.create', { id, name: 'A' })
  expect(await send(retry)).toMatchObject([{ status: 'applied', tables: ['lists'] }])
})
