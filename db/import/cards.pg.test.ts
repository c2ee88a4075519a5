import { afterEach, beforeEach, expect, it } from 'vitest'
import { suppress } from '../suppression.ts'
import { deactivated } from './deactivated.ts'
import { importBench, SUPPRESSION_KEY } from './import-fixture.ts'
import { nppes } from './nppes.ts'
import { nppesFile } from './nppes-fixture.ts'
import { ANN, BEN } from './nppes-people-fixture.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
  await bench.import(nppes(), nppesFile([ANN, BEN]))
  await bench.sql`
    insert into users (id, name, email, email_verified, created_at, updated_at)
    values ('u', 'U', 'u@example.com', true, now(), now())`
  await bench.sql`
    insert into lists (id, owner_id, name, created_at, updated_at)
    values (gen_random_uuid(), 'u', 'A list', now(), now())`
  await bench.sql`
    insert into list_members (list_id, candidate_id, owner_id, added_at)
    select lists.id, candidates.id, 'u', now() from lists, candidates`
  await bench.sql`
    insert into saved_candidates
      (owner_id, candidate_id, starred, created_at, updated_at)
    select 'u', id, true, now(), now() from candidates`
})
afterEach(() => bench.close())

const cards = () => bench.sql`
  select npi, m.card ->> 'city' as city, m.xmin::text as version
  from list_members m join candidates on id = candidate_id order by npi`

it('cards follow an import, and those of nobody else are written', async () => {
  const before = await cards()
  const moved = { ...ANN, 'Provider Business Practice Location Address City Name': 'PEORIA' }
  await bench.import(nppes(), nppesFile([moved, { ...BEN, 'Last Update Date': '01/01/2024' }]))
  const [ann, ben] = await cards()
  expect(ann).toMatchObject({ npi: ANN.NPI, city: 'Peoria' })
  expect(ben).toEqual(before[1])
  expect(
    await bench.sql`select card ->> 'city' as city from saved_candidates order by card ->> 'city'`,
  ).toEqual([{ city: 'Peoria' }, { city: 'Toronto' }])
})

it('cards go with those who leave the directory', async () => {
  await bench.import(deactivated, 'NPI,NPPES Deactivation Date\n1000000011,01/02/2024\n')
  expect(await cards()).toMatchObject([{ npi: BEN.NPI }])
  await suppress(bench.sql, SUPPRESSION_KEY, { npi: BEN.NPI })
  expect(await cards()).toEqual([])
  expect(await bench.sql`select from saved_candidates`).toHaveLength(0)
})
