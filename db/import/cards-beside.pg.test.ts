import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Queryable } from '#db/client.ts'
import { held } from '#tests/support/held.ts'
import { importBenchWithList } from './import-fixture.ts'
import { nppes } from './nppes.ts'
import { nppesFile } from './nppes-fixture.ts'
import { ANN, BEN } from './nppes-people-fixture.ts'

let bench: Awaited<ReturnType<typeof importBenchWithList>>
beforeEach(async () => {
  bench = await importBenchWithList()
  await bench.import(nppes(), nppesFile([ANN, BEN]))
})
afterEach(() => bench.close())

function importMoved(): Promise<unknown> {
  const city = { 'Provider Business Mailing Address City Name': 'PEORIA' }
  const place = { 'Provider Business Practice Location Address City Name': 'PEORIA' }
  const people = [ANN, BEN].map((person) => ({ ...person, ...city, ...place }))
  return bench.import(nppes(), nppesFile(people))
}

const put = (sql: Queryable, { NPI }: typeof ANN) => sql`
  insert into list_members (list_id, candidate_id, owner_id, added_at)
  select lists.id, candidates.id, 'u', now() from lists, candidates where npi = ${NPI ?? ''}`

const cities = async () => {
  const rows = await bench.sql`select card ->> 'city' as city from list_members`
  return rows.map(({ city }) => city)
}

it('who was put on a list before an import changed them, and is seen after, has the new card', async () => {
  let importing: Promise<unknown> | undefined
  await bench.sql.begin(async (tx) => {
    await put(tx, ANN)
    importing = importMoved()
    await held(bench.sql, importing)
  })
  await importing
  expect(await cities()).toEqual(['Peoria'])
})

it('who is put on a list while the change to them is not seen yet has the new card', async () => {
  let putting: Promise<unknown> | undefined
  await bench.sql.begin(async (tx) => {
    await tx`update candidates set city = 'Peoria'`
    putting = put(bench.sql, ANN).execute()
    await held(bench.sql, putting)
  })
  await putting
  expect(await cities()).toEqual(['Peoria'])
})

it('an import comes through beside a writer that takes its people in the other order', async () => {
  // The index decides the order of locks: one of these two orders is the opposite one.
  for (const [first, second] of [
    [ANN, BEN],
    [BEN, ANN],
  ] as const) {
    await bench.sql`delete from list_members`
    await bench.sql`update candidates set city = 'Springfield'`
    let importing: Promise<unknown> | undefined
    await bench.sql
      .begin(async (tx) => {
        await put(tx, first)
        importing = importMoved()
        await held(bench.sql, importing)
        await put(tx, second)
      })
      .catch((error: { code?: string }) => {
        // The transaction rolled back by a deadlock is retried, as a device does.
        if (error.code !== '40P01') throw error
      })
    await importing
    expect(new Set(await cities()).size).toBeLessThanOrEqual(1)
    expect(await bench.sql`select from candidates where city <> 'Peoria'`).toHaveLength(0)
  }
})
