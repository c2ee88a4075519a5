import { afterEach, beforeEach, expect, it } from 'vitest'
import { candidateRow } from '#db/schema/candidates.ts'
import { importBench } from './import-fixture.ts'
import { nppes } from './nppes.ts'
import { type NppesRow, nppesFile } from './nppes-fixture.ts'
import { ANN, BEN } from './nppes-people-fixture.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const CLINIC: NppesRow = { NPI: '1000000031', 'Entity Type Code': '2' }
const STUB: NppesRow = { NPI: '1000000041', 'NPI Deactivation Date': '01/02/2015' }

function mailing(at: { city: string; state: string; zip: string; phone: string }): NppesRow {
  const address = 'Provider Business Mailing Address'
  return {
    [`${address} City Name`]: at.city,
    [`${address} State Name`]: at.state,
    [`${address} Postal Code`]: at.zip,
    [`${address} Telephone Number`]: at.phone,
  }
}

const people = () => bench.sql`select * from candidates order by ordinal`
const phones = () => bench.sql`select value, source, verified_at from candidate_contacts`

it('brings people in and passes organizations and deactivated numbers over', async () => {
  const summary = await bench.import(nppes(), nppesFile([ANN, CLINIC, BEN, STUB]))
  expect(summary).toEqual({
    read: 4,
    new: 2,
    changed: 0,
    unchanged: 0,
    skipped: { organizations: 1, deactivated: 1 },
    rejected: 0,
    removed: 0,
    absent: 0,
    suppressed: 0,
    remarks: {
      'without a taxonomy code': 0,
      'with a taxonomy code of unknown family': 0,
    },
  })
  const rows = (await people()).map((row) => candidateRow.parse(row))
  expect(rows).toMatchObject([
    {
      npi: '1000000011',
      first_name: 'Ann',
      middle_name: 'Q',
      last_name: "O'Tester",
      credential: 'MD',
      title: 'Cardiologist',
      job_function: 'Physician',
      specialty: 'Cardiovascular Disease',
      city: 'Springfield',
      state: 'IL',
      country: 'United States',
      office_city: 'Springfield',
      office_zip: '62701-0001',
      gender: 'Female',
      source: 'nppes',
      source_updated_at: new Date('2020-07-08T00:00:00Z'),
    },
    {
      last_name: 'McExample III',
      title: 'Physical Therapist',
      city: 'Toronto',
      state: 'ON',
      country: 'Canada',
      office_zip: 'K1A 0B1',
      credential: null,
    },
  ])
  expect(await phones()).toEqual([{ value: '(217) 555-0101', source: 'nppes', verified_at: null }])
})

it.each([
  ['both', { city: 'PEORIA', state: 'IL', zip: '616020002', phone: '3095550102' }, 'Peoria'],
  ['one twice', { city: 'SPRINGFIELD', state: 'IL', zip: '627019999', phone: '2175550101' }, null],
  ['one', { city: '', state: '', zip: '', phone: '' }, null],
])(
  'keeps where one practices and where mail goes, and both numbers: %s',
  async (_, mail, office) => {
    await bench.import(nppes(), nppesFile([{ ...ANN, ...mailing(mail) }]))
    expect((await people())[0]).toMatchObject({
      city: 'Springfield',
      state: 'IL',
      country: 'United States',
      office_city: office ?? 'Springfield',
      office_state: 'IL',
      office_zip: office ? '61602-0002' : '62701-0001',
    })
    const kept = await bench.sql`select kind, value from candidate_contacts order by kind desc`
    const direct = { kind: 'direct_phone', value: '(309) 555-0102' }
    expect(kept).toEqual([{ kind: 'phone', value: '(217) 555-0101' }, ...(office ? [direct] : [])])
  },
)

it('changes nothing the second time, not even the next ordinal', async () => {
  await bench.import(nppes(), nppesFile([ANN, BEN]))
  const before = await people()
  const summary = await bench.import(nppes(), nppesFile([ANN, BEN]))
  expect(summary).toMatchObject({ new: 0, changed: 0, unchanged: 2 })
  expect(await people()).toEqual(before)

  await bench.import(nppes(), nppesFile([ANN, BEN, { ...ANN, NPI: '1000000051' }]))
  expect((await people()).map((row) => row.ordinal)).toEqual([1, 2, 3])
})

it('updates people who differ, keeping their id, and no other', async () => {
  await bench.import(nppes(), nppesFile([ANN, BEN]))
  const [ann, ben] = await people()
  const moved = { ...ANN, 'Provider Business Practice Location Address City Name': 'PEORIA' }
  expect(await bench.import(nppes(), nppesFile([moved, BEN]))).toMatchObject({
    new: 0,
    changed: 1,
    unchanged: 1,
  })
  const [annNow, benNow] = await people()
  expect(annNow).toMatchObject({ id: ann?.id, ordinal: ann?.ordinal, city: 'Peoria' })
  expect(annNow?.changed_xid).not.toBe(ann?.changed_xid)
  expect(benNow).toEqual(ben)
})

it.each([
  ['another', '(217) 555-0109', '2175550109'],
  ['gone', undefined, ''],
])('counts a change of telephone number alone (%s)', async (_, value, phone) => {
  await bench.import(nppes(), nppesFile([ANN]))
  const called = { ...ANN, 'Provider Business Practice Location Address Telephone Number': phone }
  expect(await bench.import(nppes(), nppesFile([called]))).toMatchObject({
    changed: 1,
    unchanged: 0,
  })
  expect((await phones()).map((row) => row.value)).toEqual(value ? [value] : [])
})

it('leaves what other sources know: their titles, contacts and what the file lacks', async () => {
  const [known] = await bench.sql`
    insert into candidates (npi, title, city, organization, source)
    values ('1000000021', 'Chief of Everything', 'Ottawa', 'A Hospital', 'csv'),
           ('1000000011', null, 'Ottawa', 'B Hospital', 'csv')
    returning id`
  await bench.sql`
    insert into candidate_contacts (candidate_id, kind, value, source)
    select id, 'phone', '(613) 555-0100', 'csv' from candidates where npi = '1000000011'`
  const nameOnly = {
    ...BEN,
    'Provider Business Mailing Address City Name': '',
    'Provider Business Mailing Address State Name': '',
  }
  expect(await bench.import(nppes(), nppesFile([ANN, nameOnly]))).toMatchObject({
    new: 0,
    changed: 2,
  })
  const [ben, ann] = await people()
  expect(ben).toMatchObject({
    id: known?.id,
    title: 'Chief of Everything',
    city: 'Ottawa',
    organization: 'A Hospital',
    last_name: 'McExample III',
    source: 'csv',
  })
  expect(ann).toMatchObject({ city: 'Springfield', organization: 'B Hospital', source: 'csv' })
  expect(await phones()).toMatchObject([{ value: '(613) 555-0100', source: 'csv' }])
  expect(await bench.import(nppes(), nppesFile([ANN, nameOnly]))).toMatchObject({
    changed: 0,
    unchanged: 2,
  })
})

it('keeps removed people out', async () => {
  await bench.remove(ANN.NPI)
  const summary = await bench.import(nppes(), nppesFile([ANN, BEN]))
  expect(summary).toMatchObject({ new: 1, suppressed: 1 })
})

it('takes people whose specialty it does not know, and counts them', async () => {
  const summary = await bench.import(
    nppes(),
    nppesFile([{ ...ANN, 'Healthcare Provider Taxonomy Code_2': '999X00000X' }]),
  )
  expect(summary.remarks).toMatchObject({ 'with a taxonomy code of unknown family': 1 })
  expect((await people())[0]).toMatchObject({ specialty: null, title: null })
})
