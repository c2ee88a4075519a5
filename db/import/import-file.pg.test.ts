import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database.ts'
import type { Sql } from '../client.ts'
import { candidateRow } from '../schema/candidates.ts'
import { suppress } from '../suppression.ts'
import { deactivated } from './deactivated.ts'
import { type ImportOptions, importFile } from './import-file.ts'
import { nppes } from './nppes.ts'
import { type NppesRow, nppesFile } from './nppes-fixture.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let sql: Sql
let folder: string
const KEY = Buffer.from('a key of the tests')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clinidex-import-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  database = await testDatabase()
  sql = database.sql
})
afterEach(() => database.close())

const ANN: NppesRow = {
  NPI: '1000000011',
  'Entity Type Code': '1',
  'Provider Last Name (Legal Name)': "O'TESTER",
  'Provider First Name': 'ANN',
  'Provider Middle Name': 'Q',
  'Provider Credential Text': 'M.D.',
  'Provider Business Practice Location Address City Name': 'SPRINGFIELD',
  'Provider Business Practice Location Address State Name': 'IL',
  'Provider Business Practice Location Address Postal Code': '627010001',
  'Provider Business Practice Location Address Telephone Number': '2175550101',
  'Last Update Date': '07/08/2020',
  'Provider Sex Code': 'F',
  'Healthcare Provider Taxonomy Code_1': '207R00000X',
  'Healthcare Provider Primary Taxonomy Switch_1': 'N',
  'Healthcare Provider Taxonomy Code_2': '207RC0000X',
  'Healthcare Provider Primary Taxonomy Switch_2': 'Y',
}
const BEN: NppesRow = {
  NPI: '1000000021',
  'Entity Type Code': '1',
  'Provider Last Name (Legal Name)': 'MCEXAMPLE',
  'Provider First Name': 'BEN',
  'Provider Name Suffix Text': 'III',
  'Provider Business Mailing Address City Name': 'TORONTO',
  'Provider Business Mailing Address State Name': 'ONTARIO',
  'Provider Business Mailing Address Postal Code': 'K1A0B1',
  'Provider Business Mailing Address Country Code (If outside U.S.)': 'CA',
  'Healthcare Provider Taxonomy Code_1': '225100000X',
}
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

/** Writes a file into the test's folder and imports it. */
async function importText(
  text: string | Buffer,
  options: Partial<ImportOptions> & { name?: string } = {},
) {
  const path = join(folder, options.name ?? 'npidata.csv')
  await writeFile(path, text)
  return importFile(sql, {
    path,
    format: nppes(),
    rejectsPath: `${path}.rejects.csv`,
    suppressionKey: KEY,
    ...options,
  })
}

const people = () => sql`select * from candidates order by ordinal`
const phones = () => sql`select value, source, verified_at from candidate_contacts`

describe('an NPPES file', () => {
  it('brings people in and passes organizations and deactivated numbers over', async () => {
    const summary = await importText(nppesFile([ANN, CLINIC, BEN, STUB]))
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
    expect(await phones()).toEqual([
      { value: '(217) 555-0101', source: 'nppes', verified_at: null },
    ])
  })

  it.each([
    ['both', { city: 'PEORIA', state: 'IL', zip: '616020002', phone: '3095550102' }, 'Peoria'],
    [
      'one twice',
      { city: 'SPRINGFIELD', state: 'IL', zip: '627019999', phone: '2175550101' },
      null,
    ],
    ['one', { city: '', state: '', zip: '', phone: '' }, null],
  ])(
    'keeps where one practices and where mail goes, and both numbers: %s',
    async (_, mail, office) => {
      await importText(nppesFile([{ ...ANN, ...mailing(mail) }]))
      expect((await people())[0]).toMatchObject({
        city: 'Springfield',
        state: 'IL',
        country: 'United States',
        office_city: office ?? 'Springfield',
        office_state: 'IL',
        office_zip: office ? '61602-0002' : '62701-0001',
      })
      const kept = await sql`select kind, value from candidate_contacts order by kind desc`
      const direct = { kind: 'direct_phone', value: '(309) 555-0102' }
      expect(kept).toEqual([
        { kind: 'phone', value: '(217) 555-0101' },
        ...(office ? [direct] : []),
      ])
    },
  )

  it('changes nothing the second time, not even the next ordinal', async () => {
    await importText(nppesFile([ANN, BEN]))
    const before = await people()
    const summary = await importText(nppesFile([ANN, BEN]))
    expect(summary).toMatchObject({ new: 0, changed: 0, unchanged: 2 })
    expect(await people()).toEqual(before)

    await importText(nppesFile([ANN, BEN, { ...ANN, NPI: '1000000051' }]))
    expect((await people()).map((row) => row.ordinal)).toEqual([1, 2, 3])
  })

  it('updates people who differ, keeping their id, and no other', async () => {
    await importText(nppesFile([ANN, BEN]))
    const [ann, ben] = await people()
    const moved = { ...ANN, 'Provider Business Practice Location Address City Name': 'PEORIA' }
    expect(await importText(nppesFile([moved, BEN]))).toMatchObject({
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
    await importText(nppesFile([ANN]))
    const called = { ...ANN, 'Provider Business Practice Location Address Telephone Number': phone }
    expect(await importText(nppesFile([called]))).toMatchObject({ changed: 1, unchanged: 0 })
    expect((await phones()).map((row) => row.value)).toEqual(value ? [value] : [])
  })

  it('leaves what other sources know: their titles, contacts and what the file lacks', async () => {
    const [known] = await sql`
      insert into candidates (npi, title, city, organization, source)
      values ('1000000021', 'Chief of Everything', 'Ottawa', 'A Hospital', 'csv'),
             ('1000000011', null, 'Ottawa', 'B Hospital', 'csv')
      returning id`
    await sql`
      insert into candidate_contacts (candidate_id, kind, value, source)
      select id, 'phone', '(613) 555-0100', 'csv' from candidates where npi = '1000000011'`
    const nameOnly = {
      ...BEN,
      'Provider Business Mailing Address City Name': '',
      'Provider Business Mailing Address State Name': '',
    }
    expect(await importText(nppesFile([ANN, nameOnly]))).toMatchObject({ new: 0, changed: 2 })
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
    expect(await importText(nppesFile([ANN, nameOnly]))).toMatchObject({ changed: 0, unchanged: 2 })
  })

  it('keeps removed people out', async () => {
    await suppress(sql, KEY, { npi: ANN.NPI })
    const summary = await importText(nppesFile([ANN, BEN]))
    expect(summary).toMatchObject({ new: 1, suppressed: 1 })
  })

  it('takes people whose specialty it does not know, and counts them', async () => {
    const summary = await importText(
      nppesFile([{ ...ANN, 'Healthcare Provider Taxonomy Code_2': '999X00000X' }]),
    )
    expect(summary.remarks).toMatchObject({ 'with a taxonomy code of unknown family': 1 })
    expect((await people())[0]).toMatchObject({ specialty: null, title: null })
  })
})

describe('the form of the file', () => {
  it.each([
    [
      'the older name of the column',
      nppesFile([ANN]).replace('"Provider Sex Code"', '"Provider Gender Code"'),
    ],
    ['a byte order mark', `\uFEFF${nppesFile([ANN])}`],
    ['line ends of Windows', nppesFile([ANN]).replaceAll('\n', '\r\n')],
    [
      'dates and ZIP codes that a spreadsheet rewrote',
      nppesFile([{ ...ANN, 'Last Update Date': '7/8/20' }]),
    ],
    ['columns in another order', nppesFile([ANN], { reversed: true })],
    [
      'columns it does not know',
      nppesFile([{ ...ANN, 'Brand New Column': 'x' }], { extra: ['Brand New Column'] }),
    ],
  ])('takes %s', async (_, text) => {
    expect(await importText(text)).toMatchObject({ new: 1, rejected: 0 })
    expect((await people())[0]).toMatchObject({
      gender: 'Female',
      last_name: "O'Tester",
      source_updated_at: new Date('2020-07-08T00:00:00Z'),
    })
  })

  it('takes compressed text', async () => {
    const summary = await importText(gzipSync(nppesFile([ANN])), { name: 'npidata.csv.gz' })
    expect(summary.new).toBe(1)
  })

  it('takes any text a value may hold', async () => {
    const odd = { ...ANN, 'Provider First Name': 'A\\N\tN "QUOTED", N\nULL' }
    await importText(nppesFile([odd]))
    expect((await people())[0]?.first_name).toBe('A\\n N "quoted", N Ull')
  })

  it.each([
    ['nothing', '', 'The file is empty.'],
    ['a header alone', nppesFile([]), 'The file has a header and no rows.'],
    ['another kind of file', 'a,b\n1,2\n', 'It is not an NPPES file: there is no column "NPI".'],
    [
      'text that is cut off',
      nppesFile([ANN, BEN]).slice(0, -900),
      'The file is cut off: line 3 has no end.',
    ],
    [
      'compressed text that is cut off',
      gzipSync(nppesFile([ANN, BEN])).subarray(0, -60),
      'The file is damaged or cut off.',
    ],
  ])('refuses %s in one sentence and changes nothing', async (what, content, message) => {
    await importText(nppesFile([BEN]))
    const name = what.includes('compressed') ? 'bad.csv.gz' : 'bad.csv'
    await expect(importText(content, { name })).rejects.toThrow(message)
    expect(await people()).toHaveLength(1)
    expect(await sql`select to_regclass('import_staging') as staging`).toEqual([{ staging: null }])
  })

  it('refuses a file that is not there', async () => {
    const options = {
      path: join(folder, 'none.csv'),
      format: nppes(),
      rejectsPath: join(folder, 'r.csv'),
      suppressionKey: KEY,
    }
    await expect(importFile(sql, options)).rejects.toThrow('The file cannot be read.')
  })
})

describe('the cards of people on lists', () => {
  const cards = () => sql`
    select npi, m.card ->> 'city' as city, m.xmin::text as version
    from list_members m join candidates on id = candidate_id order by npi`

  beforeEach(async () => {
    await importText(nppesFile([ANN, BEN]))
    await sql`
      insert into users (id, name, email, email_verified, created_at, updated_at)
      values ('u', 'U', 'u@example.com', true, now(), now())`
    await sql`
      insert into lists (id, owner_id, name, created_at, updated_at)
      values (gen_random_uuid(), 'u', 'A list', now(), now())`
    await sql`
      insert into list_members (list_id, candidate_id, owner_id, added_at)
      select lists.id, candidates.id, 'u', now() from lists, candidates`
    await sql`
      insert into saved_candidates
        (owner_id, candidate_id, starred, created_at, updated_at)
      select 'u', id, true, now(), now() from candidates`
  })

  it('follow an import, and those of nobody else are written', async () => {
    const before = await cards()
    const moved = { ...ANN, 'Provider Business Practice Location Address City Name': 'PEORIA' }
    await importText(nppesFile([moved, { ...BEN, 'Last Update Date': '01/01/2024' }]))
    const [ann, ben] = await cards()
    expect(ann).toMatchObject({ npi: ANN.NPI, city: 'Peoria' })
    expect(ben).toEqual(before[1])
    expect(
      await sql`select card ->> 'city' as city from saved_candidates order by card ->> 'city'`,
    ).toEqual([{ city: 'Peoria' }, { city: 'Toronto' }])
  })

  it('go with those who leave the directory', async () => {
    await importText('NPI,NPPES Deactivation Date\n1000000011,01/02/2024\n', {
      format: deactivated,
    })
    expect(await cards()).toMatchObject([{ npi: BEN.NPI }])
    await suppress(sql, KEY, { npi: BEN.NPI })
    expect(await cards()).toEqual([])
    expect(await sql`select from saved_candidates`).toHaveLength(0)
  })
})

describe('bad rows', () => {
  it('go to the reject file with line and reason, and the rest goes on', async () => {
    const [header, ann] = nppesFile([ANN]).split('\n')
    const rows = [
      header,
      ann,
      '"1000000061","1","too","short"',
      nppesFile([{ ...BEN, NPI: '12345' }]).split('\n')[1],
      nppesFile([{ ...BEN, 'Entity Type Code': '7' }]).split('\n')[1],
      nppesFile([{ NPI: '1000000071', 'Entity Type Code': '1' }]).split('\n')[1],
      nppesFile([BEN]).split('\n')[1],
      ann,
    ]
    const rejectsPath = join(folder, 'refused.csv')
    const summary = await importText(`${rows.join('\n')}\n`, { rejectsPath })
    expect(summary).toMatchObject({ read: 7, new: 2, rejected: 5 })
    expect(await readFile(rejectsPath, 'utf8')).toBe(
      [
        'line,reason',
        '3,"4 values, the header has 330"',
        '4,"the NPI is not ten digits"',
        '5,"unknown entity type ""7"""',
        '6,"no name"',
        '2,"a later row is about the same person"',
        '',
      ].join('\n'),
    )
  })

  it('make no file where there are none, and leave none of an earlier run', async () => {
    const rejects = join(folder, 'clean.csv.rejects.csv')
    await importText(nppesFile([ANN, { ...BEN, NPI: '12345' }]), { name: 'clean.csv' })
    expect(existsSync(rejects)).toBe(true)
    await importText(nppesFile([ANN]), { name: 'clean.csv' })
    expect(existsSync(rejects)).toBe(false)
  })
})

describe('a run', () => {
  it('merges more people than a batch holds', async () => {
    const many = Array.from({ length: 5_200 }, (_, i) => ({
      ...ANN,
      NPI: String(1_100_000_000 + i),
    }))
    const progress: string[] = []
    const onProgress: ImportOptions['onProgress'] = (phase, done, total) =>
      progress.push(`${phase} ${done} of ${phase === 'reading' ? 'bytes' : total}`)
    await importText(nppesFile([ANN]))
    expect(await importText(nppesFile(many), { onProgress })).toMatchObject({ new: 5_200 })
    expect(progress.slice(-4)).toEqual([
      'merging 0 of 5200',
      'merging 0 of 5200',
      'merging 5000 of 5200',
      'merging 5200 of 5200',
    ])
    expect(await sql`select count(*)::integer, max(ordinal) from candidates`).toEqual([
      { count: 5_201, max: 5_201 },
    ])
    const [batch] = await sql<{ people: number }[]>`
      select count(*)::integer as people from candidates group by changed_xid order by people desc`
    expect(batch?.people).toBe(5_000)
  })

  it('clears what a crashed one left', async () => {
    await sql`create table import_staging (line integer)`
    expect(await importText(nppesFile([ANN]))).toMatchObject({ new: 1 })
  })

  it('is refused beside another one', async () => {
    const other = await sql.reserve()
    await other`select pg_advisory_lock(4216002)`
    await expect(importText(nppesFile([ANN]))).rejects.toThrow('Another import is running.')
    await other`select pg_advisory_unlock_all()`
    other.release()
  })
})

/** A slice of the registry's own file where it lies beside the project, else a file made like it. */
describe('a large file', () => {
  const sample = '../shared/data/npidata_pfile_sample.csv.gz'

  it('comes in whole and changes nothing the second time', async () => {
    const path = existsSync(sample) ? sample : join(folder, 'made.csv')
    const made = Array.from({ length: 3_000 }, (_, i): NppesRow => {
      const NPI = String(1_200_000_000 + i)
      return i % 6 === 0 ? { ...CLINIC, NPI } : { ...ANN, NPI }
    })
    if (path !== sample) await writeFile(path, nppesFile(made))
    const expected =
      path === sample ? { read: 51_512, people: 42_079 } : { read: 3_000, people: 2_500 }
    const options = {
      path,
      format: nppes(),
      rejectsPath: join(folder, 'large.csv'),
      suppressionKey: KEY,
    }

    const first = await importFile(sql, options)
    expect(first).toMatchObject({ read: expected.read, new: expected.people, rejected: 0 })
    for (const row of await sql`select * from candidates order by random() limit 300`)
      candidateRow.parse(row)
    expect(await importFile(sql, options)).toMatchObject({
      new: 0,
      changed: 0,
      unchanged: expected.people,
    })
  }, 120_000)
})
