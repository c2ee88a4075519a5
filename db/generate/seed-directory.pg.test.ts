import { afterEach, beforeEach, expect, it } from 'vitest'
import { candidateContactRow } from '#db/schema/candidate-contacts.ts'
import { candidateRow } from '#db/schema/candidates.ts'
import { testDatabase } from '#tests/support/database.ts'
import { generatePeople } from './people.ts'
import { seedDirectory } from './seed-directory.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

const now = new Date('2026-03-04T00:00:00Z')

it('DATA-10 writes people as the directory keeps them, in order', async () => {
  const { sql } = database
  await seedDirectory(sql, { people: 500, seed: 7, now })

  const rows = await sql`select * from candidates order by ordinal`
  const expected = [...generatePeople({ people: 500, seed: 7, now })]
  expect(rows.map((row) => candidateRow.parse(row))).toMatchObject(
    expected.map(({ candidate }) => candidate),
  )

  const contacts = await sql`select * from candidate_contacts`
  expect(contacts).toHaveLength(expected.flatMap((person) => person.contacts).length)
  for (const contact of contacts) candidateContactRow.parse(contact)
})

it('leaves every key and index as it found it', async () => {
  const { sql } = database
  const indexes = () => sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`
  const constraints = () => sql`
    select conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`
  const before = [await indexes(), await constraints()]
  await seedDirectory(sql, { people: 10, seed: 7, now })
  expect([await indexes(), await constraints()]).toEqual(before)
})

it('tells how far it is', async () => {
  const calls: [number, number][] = []
  const onProgress = (done: number, total: number) => calls.push([done, total])
  await seedDirectory(database.sql, { people: 12_000, seed: 7, now, onProgress })
  expect(calls).toEqual([
    [10_000, 12_000],
    [12_000, 12_000],
  ])
})

it('leaves nothing behind when it fails', async () => {
  const { sql } = database
  const last = [...generatePeople({ people: 11_000, seed: 7, now })].at(-1)
  await sql`insert into candidates (id, source) values (${last?.candidate.id ?? ''}, 'csv')`
  await expect(seedDirectory(sql, { people: 11_000, seed: 7, now })).rejects.toThrow(
    'could not create unique index',
  )
  expect(await sql`select count(*)::int from candidates`).toEqual([{ count: 1 }])
})
