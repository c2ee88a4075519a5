import { afterEach, beforeEach, expect, it } from 'vitest'
import { deactivated } from './deactivated.ts'
import { importBenchWithList } from './import-fixture.ts'
import { nppes } from './nppes.ts'
import { nppesFile } from './nppes-fixture.ts'
import { ANN, BEN } from './nppes-people-fixture.ts'

let bench: Awaited<ReturnType<typeof importBenchWithList>>
beforeEach(async () => {
  bench = await importBenchWithList()
  await bench.import(nppes(), nppesFile([ANN, BEN]))
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
  await bench.remove(BEN.NPI)
  expect(await cards()).toEqual([])
  expect(await bench.sql`select from saved_candidates`).toHaveLength(0)
})

it('cards say which contacts there are, and follow an import and a deletion of contacts', async () => {
  const kinds = () => bench.sql`
    select npi, m.card -> 'contact_kinds' as listed, s.card -> 'contact_kinds' as saved,
      m.xmin::text as version
    from list_members m join candidates on id = m.candidate_id
      join saved_candidates s using (candidate_id) order by npi`
  const phone = { listed: ['phone'], saved: ['phone'] }
  expect(await kinds()).toMatchObject([phone, { listed: [], saved: [] }])
  // As in an import: the people are marked before their contacts are written, in one transaction.
  await bench.sql.begin(async (tx) => {
    await tx`update candidates set title = 'Chief' where npi = ${ANN.NPI ?? ''}`
    await tx`
      insert into candidate_contacts (candidate_id, kind, value, source)
      select id, 'work_email', 'x', 'test' from candidates where npi = ${ANN.NPI ?? ''}`
  })
  const both = { listed: ['phone', 'work_email'], saved: ['phone', 'work_email'] }
  const [ann] = await kinds()
  expect(ann).toMatchObject(both)
  // Contacts alone, one of them only verified again.
  await bench.sql`update candidate_contacts set verified_at = now()`
  expect((await kinds())[0]).toEqual(ann)
  await bench.sql`delete from candidate_contacts where kind = 'phone'`
  expect((await kinds())[0]).toMatchObject({ listed: ['work_email'], saved: ['work_email'] })
  const [{ card } = { card: '' }] = await bench.sql<{ card: string }[]>`
    select card::text from list_members where card -> 'contact_kinds' <> '[]'`
  expect(card).not.toMatch(/"value"|verified/)
})
