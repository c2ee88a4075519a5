import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { testDatabase } from '#tests/support/database.ts'
import { openExcludedPeople } from './excluded-people.ts'

const LIST = '00000000-0000-4000-8000-00000000a001'

let database: Awaited<ReturnType<typeof testDatabase>>
let people: { id: string; ordinal: number }[]

beforeAll(async () => {
  database = await testDatabase()
  const { sql } = database
  await seedDirectory(sql, { people: 50, seed: 1 })
  people = await sql`select id, ordinal from candidates order by ordinal`
  await sql`
    insert into users (id, name, email, email_verified)
    values ('mine', 'Mine', 'mine@example.com', true), ('other', 'Other', 'o@example.com', true)`
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.sql`delete from lists`
  await database.sql`delete from reveals`
  await database.sql`
    insert into lists (id, owner_id, name, created_at, updated_at)
    values (${LIST}, 'mine', 'Mine', now(), now())`
})

const person = (index: number) => people[index] ?? { id: '', ordinal: -1 }
const ordinals = (...indexes: number[]) => indexes.map((index) => person(index).ordinal)
const listed = (index: number) => database.sql`
  insert into list_members (list_id, candidate_id, owner_id, added_at)
  values (${LIST}, ${person(index).id}, 'mine', now())`

it('has every change of lists and reveals at once', async () => {
  const { sql } = database
  const excludedPeople = openExcludedPeople(sql)
  const listedNow = () => excludedPeople('mine', ['listed'])
  expect(await listedNow()).toEqual([])
  await listed(7)
  await listed(3)
  expect(await listedNow()).toEqual(ordinals(3, 7))
  await sql`delete from list_members where candidate_id = ${person(3).id}`
  expect(await listedNow()).toEqual(ordinals(7))
  await sql`update lists set deleted_at = now() where id = ${LIST}`
  expect(await listedNow()).toEqual([])
  await sql`update lists set deleted_at = null where id = ${LIST}`
  expect(await listedNow()).toEqual(ordinals(7))
  await sql`insert into reveals (owner_id, candidate_id) values ('mine', ${person(9).id})`
  expect(await excludedPeople('mine', ['revealed', 'listed'])).toEqual(ordinals(7, 9))
  expect(await excludedPeople('mine', ['revealed'])).toEqual(ordinals(9))
  await sql`delete from reveals`
  expect(await excludedPeople('mine', ['listed', 'revealed'])).toEqual(ordinals(7))
  await sql`delete from lists`
  expect(await listedNow()).toEqual([])
  expect(await excludedPeople('other', ['listed', 'revealed'])).toEqual([])
})

it('does not take for current what was read while a change was under way', async () => {
  const { sql } = database
  const excludedPeople = openExcludedPeople(sql)
  await sql.begin(async (tx) => {
    await tx`insert into list_members (list_id, candidate_id, owner_id, added_at)
      values (${LIST}, ${person(5).id}, 'mine', now())`
    expect(await excludedPeople('mine', ['listed'])).toEqual([])
  })
  expect(await excludedPeople('mine', ['listed'])).toEqual(ordinals(5))
})

it('reads them once for as long as nothing changes, a bounded number of accounts', async () => {
  const { sql } = database
  const excludedPeople = openExcludedPeople(sql)
  await listed(1)
  const first = await excludedPeople('mine', ['listed'])
  expect(await excludedPeople('mine', ['listed'])).toBe(first)
  for (let index = 0; index < 20; index++) await excludedPeople(`account ${index}`, ['listed'])
  expect(await excludedPeople('mine', ['listed'])).not.toBe(first)
})

it('lets an account go with all it left out', async () => {
  const { sql } = database
  await sql`insert into users (id, name, email, email_verified)
    values ('leaving', 'Leaving', 'l@example.com', true)`
  await sql`insert into reveals (owner_id, candidate_id) values ('leaving', ${person(2).id})`
  await sql`delete from users where id = 'leaving'`
  expect(await sql`select 1 from left_out_versions where owner_id = 'leaving'`).toHaveLength(0)
})
